import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import type { Language } from '../../platform/lib/languages.ts';
import { formatAmount } from '../../platform/lib/money.ts';
import type { Subscriptions } from '../../platform/module/events.ts';
import { type HoldReason, holdReasons } from '../../product/tickets/holds/schemas.ts';
import { type Relation, type TicketStatus, transitionFor } from '../../product/tickets/lifecycle.ts';
import { findOpenQuote } from '../../product/tickets/quotes/queries.ts';
import { type Actor, isActiveMember, isAssignee } from '../../product/visibility.ts';
import { textsIn } from '../texts/texts.ts';
import type { Button } from './bot-api.ts';

/** The operations that have a button, in the order of the buttons. */
const chatOperations = ['take', 'start', 'done', 'confirm', 'reject'] as const;
export type ChatOperation = (typeof chatOperations)[number];

const holdPrefix = 'hold_';
const holdActions = ['hold', ...holdReasons.map((reason) => `${holdPrefix}${reason}` as const), 'back', 'resume'] as const;
/** `hold` asks what the work waits for, `hold_<reason>` puts the ticket on hold, `back` does not, and `resume` ends the hold. */
export type HoldAction = (typeof holdActions)[number];

/** Their buttons name the quote and not its ticket: a later quote may cost something else. */
const quoteActions = ['approve_quote', 'decline_quote'] as const;
export type QuoteAction = (typeof quoteActions)[number];

const ticketActions = [...chatOperations, ...holdActions, 'show'] as const;
/** What a button does: an operation, something about a hold, or `show`, which sends the message about the ticket. */
export type TicketAction = (typeof ticketActions)[number];

export const isHoldAction = (action: TicketAction): action is HoldAction => holdActions.some((one) => one === action);

/** @returns undefined: the button is of no reason */
export const holdReasonOf = (action: HoldAction): HoldReason | undefined =>
  holdReasons.find((reason) => action === `${holdPrefix}${reason}`);

/** The type of the column is integer. */
export const maxTicketId = 2 ** 31 - 1;

const dataPattern = /^([a-z_]+):([1-9]\d{0,9}):([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/** callback_data, at most 61 bytes of the 64 that are allowed. @param id of the ticket, or of the quote */
export const buttonData = (action: TicketAction | QuoteAction, id: number, accountId: string): string =>
  `${action}:${id}:${accountId}`;

type PressedButton =
  | { action: TicketAction; ticketId: number; accountId: string }
  | { action: QuoteAction; quoteId: number; accountId: string };

/** @returns undefined for the buttons of others */
export function parseButtonData(data: string): PressedButton | undefined {
  const [, name, digits, accountId = ''] = dataPattern.exec(data) ?? [];
  const id = Number(digits);
  if (name === undefined || id > maxTicketId) return undefined;
  const quoteAction = quoteActions.find((one) => one === name);
  if (quoteAction) return { action: quoteAction, quoteId: id, accountId };
  const action = ticketActions.find((one) => one === name);
  return action && { action, ticketId: id, accountId };
}

/** Whether a target is the chat of one person: groups and channels have negative ids or names. */
export const isPrivateChat = (target: string): boolean => /^[1-9]\d*$/.test(target);

/**
 * Whether the chat of an account may act for it: one that was bound with a password that somebody else chose may not any more
 * when that password was changed.
 */
export const mayAct = sql<boolean>`not (chat_set_with_other_password and not must_change_password)`;

/** Whether anybody carries out what buttons say. */
export const handlesButtons = (subscriptions: Subscriptions): boolean =>
  subscriptions.queuesFor('chat_request', { kind: 'button' }).length > 0;

/** @returns what the account may do with the ticket at this moment, by the lifecycle table */
export async function possibleOperations(db: Db, actor: Actor, ticketId: number): Promise<ChatOperation[]> {
  const ticket = await db
    .selectFrom('tickets as t')
    .select(['t.status', 't.client_id', 't.worker_id', isActiveMember(actor.id).as('is_member')])
    .where('t.id', '=', ticketId)
    .executeTakeFirst();
  if (!ticket) return [];
  const holds: Record<Relation, boolean> = {
    admin: false,
    owner: ticket.client_id === actor.id,
    assignee: ticket.worker_id === actor.id,
    member: ticket.is_member === true,
  };
  return chatOperations.filter((op) => {
    const found = transitionFor(op, actor.role);
    return found?.transition.from.includes(ticket.status) && holds[found.relation];
  });
}

/**
 * @returns rows of buttons for what the account may do with the ticket: a row of operations, one that answers a quote, and one to put
 * it on hold or to go on; empty: nothing
 */
export async function ticketButtons(
  db: Db,
  actor: Actor,
  ticketId: number,
  language: Language | null,
  now: Date,
): Promise<Button[][]> {
  const { buttons } = textsIn(language);
  const operations = await possibleOperations(db, actor, ticketId);
  const hold = await possibleHoldAction(db, actor, ticketId, now);
  const rowOf = (actions: readonly (ChatOperation | 'hold' | 'resume')[]): Button[] =>
    actions.map((action) => ({ text: buttons[action], data: buttonData(action, ticketId, actor.id) }));
  const rows = [rowOf(operations), await quoteButtons(db, actor, ticketId, language, now), rowOf(hold ? [hold] : [])];
  return rows.filter((row) => row.length > 0);
}

/** @returns a row that answers the open quote of a ticket, for its client; empty: there is none */
async function quoteButtons(db: Db, actor: Actor, ticketId: number, language: Language | null, now: Date): Promise<Button[]> {
  const quote = actor.role === 'client' ? await findOpenQuote(db, actor, ticketId, now) : undefined;
  if (!quote || quote.id > maxTicketId) return [];
  const { language: locale, quoteButtons: texts } = textsIn(language);
  return [
    {
      text: texts.approve(formatAmount(quote.total, quote.currency, locale)),
      data: buttonData('approve_quote', quote.id, actor.id),
    },
    { text: texts.decline, data: buttonData('decline_quote', quote.id, actor.id) },
  ];
}

/**
 * What the assigned worker may do about a hold: work that has begun can be put on hold, because it cannot be handed back any more. The
 * table ticket_holds belongs to product/holds, which may be missing: then it is empty.
 */
export async function possibleHoldAction(
  db: Db,
  actor: Actor,
  ticketId: number,
  now: Date,
): Promise<'hold' | 'resume' | undefined> {
  if (actor.role !== 'worker') return undefined;
  const { rows } = await sql<{ status: TicketStatus; is_on_hold: boolean }>`
    select t.status, h.id is not null as is_on_hold
    from tickets as t left join ticket_holds as h on h.ticket_id = t.id and h.ended_at is null and (h.until is null or h.until > ${now})
    where t.id = ${ticketId} and ${isAssignee(actor.id)}`.execute(db);
  const [ticket] = rows;
  if (ticket?.is_on_hold) return 'resume';
  return ticket?.status === 'in_progress' ? 'hold' : undefined;
}

/** @returns the buttons that ask what the work waits for */
export function holdReasonButtons(accountId: string, ticketId: number, language: Language | null): Button[][] {
  const { buttons, holdReasons: reasons } = textsIn(language);
  const data = (action: TicketAction) => buttonData(action, ticketId, accountId);
  const [first, second, ...others] = holdReasons.map((reason) => ({
    text: reasons[reason],
    data: data(`${holdPrefix}${reason}`),
  }));
  const rows = [[first, second], others.slice(0, 2), others.slice(2)].map((row) => row.filter((button) => button !== undefined));
  return [...rows, [{ text: buttons.back, data: data('back') }]];
}
