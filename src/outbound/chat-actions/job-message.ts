import type { Deps } from '../../platform/capability/deps.ts';
import { HttpError } from '../../platform/http/errors.ts';
import { configuredBaseUrl } from '../../platform/http/public-url.ts';
import { escapeHtml } from '../../platform/lib/text.ts';
import { getTicket, type PresentedTicket } from '../../product/tickets/queries.ts';
import type { Button } from '../messenger/bot-api.ts';
import { ticketButtons } from '../messenger/ticket-buttons.ts';
import { textsIn } from '../texts/texts.ts';
import type { ChatAccount } from './accounts.ts';
import { type ChatTexts, chatTextsIn } from './texts/texts.ts';

const maxTitleLength = 120;
/** Of the description and of a reason: a message has at most 4,096 characters. */
const maxTextLength = 1_000;

export interface JobMessage {
  ticket: PresentedTicket;
  html: string;
  buttons: Button[][];
}

/** @returns the state of a ticket with the buttons that are possible now; undefined: the account may not see it, or it is gone */
export async function jobMessage(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  account: ChatAccount,
  ticketId: number,
): Promise<JobMessage | undefined> {
  const ticket = await findVisible({ db }, account, ticketId);
  if (!ticket) return undefined;
  const buttons = await ticketButtons(db.read, account, ticketId, account.language);
  const link = `${configuredBaseUrl(config)}/app/tickets/${ticketId}`;
  return { ticket, html: render(account, ticket, link), buttons };
}

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

function render({ role, language }: ChatAccount, ticket: PresentedTicket, link: string): string {
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
