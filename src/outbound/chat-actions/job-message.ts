import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { HttpError } from '../../platform/http/errors.ts';
import { configuredBaseUrl } from '../../platform/http/public-url.ts';
import { formatAmount } from '../../platform/lib/money.ts';
import { escapeHtml } from '../../platform/lib/text.ts';
import type { Deps } from '../../platform/module/deps.ts';
import { appointmentStatuses } from '../../product/tickets/appointments/schemas.ts';
import type { HoldReason } from '../../product/tickets/holds/schemas.ts';
import { getTicket, type PresentedTicket } from '../../product/tickets/queries.ts';
import { findOpenQuote } from '../../product/tickets/quotes/queries.ts';
import type { TicketQuote } from '../../product/tickets/quotes/schemas.ts';
import type { Button } from '../messenger/bot-api.ts';
import { ticketButtons } from '../messenger/ticket-buttons.ts';
import { textsIn } from '../texts/texts.ts';
import { momentInWords, periodInWords } from '../texts/times.ts';
import type { Chat, ChatAccount } from './accounts.ts';
import type { ChatContext } from './chat-sender.ts';
import { type ChatTexts, chatTextsIn } from './texts/texts.ts';

const maxTitleLength = 120;
/** Of the description and of a reason: a message has at most 4,096 characters. */
const maxTextLength = 1_000;
/** Of the notes of a hold and an appointment. */
const maxNoteLength = 300;
/** Lines of a quote, and the characters of each. */
const maxQuotedLines = 3;
const maxQuotedLength = 60;

export interface JobMessage {
  ticket: PresentedTicket;
  html: string;
  buttons: Button[][];
}

/** @returns the state of a ticket with the buttons that are possible now; undefined: the account may not see it, or it is gone */
export async function jobMessage(
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
  account: ChatAccount,
  ticketId: number,
): Promise<JobMessage | undefined> {
  const ticket = await findVisible({ db }, account, ticketId);
  if (!ticket) return undefined;
  const buttons = await ticketButtons(db.read, account, ticketId, account.language, clock());
  const link = `${configuredBaseUrl(config)}/app/tickets/${ticketId}`;
  const plan = await readPlan(db.read, account.id, ticketId, clock());
  const quote = await findOpenQuote(db.read, account, ticketId, clock());
  return {
    ticket,
    html: render(account, ticket, [...planLines(account.language, plan), ...quoteLines(account, quote, plan)], link),
    buttons,
  };
}

/** Changes a message to the state of its ticket. @param text what a person reads who may not see the ticket any more */
export async function showState(
  context: Pick<ChatContext, 'db' | 'config' | 'clock' | 'sender'>,
  account: ChatAccount,
  message: Chat & { messageId: number },
  ticketId: number,
  text: string,
  signal?: AbortSignal,
): Promise<void> {
  const job = await jobMessage(context, account, ticketId);
  const other = `#${ticketId}: ${text || chatTextsIn(account.language).notYours}`;
  await context.sender.show(message, message.messageId, job?.html ?? escapeHtml(other), job?.buttons ?? [], signal);
}

/** What the work waits for and when somebody comes, if that is known and not over. */
interface Plan {
  hold_reason: HoldReason | null;
  hold_note: string | null;
  until: string | null;
  from: string | null;
  to: string | null;
  note: string | null;
  /** of the account */
  timezone: string;
}

/** The tables belong to product/holds, product/appointments and notifications, which may be missing: then they are empty. */
async function readPlan(db: Db, accountId: string, ticketId: number, now: Date): Promise<Plan | undefined> {
  const { rows } = await sql<Plan>`
    select h.reason as hold_reason, h.note as hold_note, h.until, a.from_at as "from", a.to_at as "to", a.note,
      coalesce((select timezone from notification_preferences where user_id = ${accountId}), 'UTC') as timezone
    from tickets as t
    left join ticket_holds as h on h.ticket_id = t.id and h.ended_at is null and (h.until is null or h.until > ${now})
    left join ticket_appointments as a on a.ticket_id = t.id and a.ended_at is null and a.to_at > ${now}
      and t.status in (${sql.join(appointmentStatuses)})
    where t.id = ${ticketId}`.execute(db);
  return rows[0];
}

function planLines(language: ChatAccount['language'], plan: Plan | undefined): string[] {
  if (!plan) return [];
  const { hold_reason, hold_note, until, from, to, note, timezone } = plan;
  const texts = chatTextsIn(language);
  const noteLine = (text: string | null) => (text ? [shorten(text, maxNoteLength)] : []);
  const end = until ? momentInWords(texts.locale, timezone, until) : '';
  return [
    ...(hold_reason ? [texts.onHold(textsIn(language).holdReasons[hold_reason], end), ...noteLine(hold_note)] : []),
    ...(from && to ? [texts.appointment(periodInWords(texts.locale, timezone, { from, to })), ...noteLine(note)] : []),
  ];
}

/** What a quote says that waits for an answer. */
function quoteLines({ language }: ChatAccount, quote: TicketQuote | undefined, plan: Plan | undefined): string[] {
  if (!quote) return [];
  const texts = chatTextsIn(language);
  const { total, currency, lines, valid_until } = quote;
  const amountIn = (amount: number): string => formatAmount(amount, currency, texts.locale);
  const listed = lines
    .slice(0, maxQuotedLines)
    .map(({ text, amount }) => `– ${shorten(text, maxQuotedLength)}: ${amountIn(amount)}`);
  const more = lines.length > listed.length ? [texts.moreLines(lines.length - listed.length)] : [];
  const until = valid_until === null ? '' : endOfQuote(texts.locale, plan?.timezone ?? 'UTC', valid_until);
  return [texts.quote(amountIn(total), until), ...listed, ...more];
}

/** @param validUntil a day, or a moment */
const endOfQuote = (locale: string, timezone: string, validUntil: string): string =>
  /T/i.test(validUntil)
    ? momentInWords(locale, timezone, validUntil)
    : new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(validUntil));

/** @returns undefined: the account may not see the ticket, or it is gone */
export async function findVisible(
  { db }: Pick<Deps, 'db'>,
  account: ChatAccount,
  ticketId: number,
): Promise<PresentedTicket | undefined> {
  try {
    return await getTicket(db.read, account, ticketId);
  } catch (error) {
    if (error instanceof HttpError && error.status < 500) return undefined;
    throw error;
  }
}

function render({ role, language }: ChatAccount, ticket: PresentedTicket, additions: string[], link: string): string {
  const texts = chatTextsIn(language);
  const common = textsIn(language).ticket;
  const { description, priority, object_name, address, floor, id } = ticket;
  const title = titleOf(description);
  const hint = role === 'admin' ? undefined : texts.waitingFor[role][ticket.status];
  const place = [object_name, address, ...(floor ? [common.floor(floor)] : [])].join(', ');
  const reason = reasonOf(ticket);
  const lines = [
    ...(hint ? [hint] : []),
    ...(reason ? [texts.reason(shorten(reason, maxTextLength))] : []),
    ...additions,
    ...(priority === 'high' ? [texts.urgent] : []),
    ...detailsOf(description, title),
    `${place} · #${id}`,
    link,
  ];
  return [`<b>${escapeHtml(`${statusWord(texts, ticket)}: ${title}`)}</b>`, ...lines.map(escapeHtml)].join('\n');
}

/** The status in words; a cancelled ticket is not merely closed. */
export const statusWord = (
  texts: ChatTexts,
  { status, cancel_reason }: Pick<PresentedTicket, 'status' | 'cancel_reason'>,
): string => (cancel_reason === undefined ? texts.status[status] : texts.canceled);

const reasonOf = ({ status, reject_reason, cancel_reason }: PresentedTicket): string | undefined =>
  status === 'rejected' ? reject_reason : cancel_reason;

/** The first line of a description. */
export const titleOf = (description: string, maxLength = maxTitleLength): string =>
  shorten((description.trim().split('\n', 1)[0] ?? '').trim(), maxLength);

/** What a description says beside its title. */
function detailsOf(description: string, title: string): string[] {
  const text = description.trim();
  const details = text.startsWith(`${title}\n`) ? text.slice(title.length).trim() : text;
  return details === title ? [] : [shorten(details, maxTextLength)];
}

function shorten(text: string, maxLength: number): string {
  const characters = [...text];
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : text;
}
