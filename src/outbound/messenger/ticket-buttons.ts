import { sql } from 'kysely';
import type { Subscriptions } from '../../platform/capability/events.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Language } from '../../platform/lib/languages.ts';
import { type Relation, transitionFor } from '../../product/tickets/lifecycle.ts';
import { type Actor, isActiveMember } from '../../product/visibility.ts';
import { textsIn } from '../texts/texts.ts';
import type { Button } from './bot-api.ts';

/** The operations that have a button, in the order of the buttons. */
const chatOperations = ['take', 'start', 'done', 'confirm', 'reject'] as const;
export type ChatOperation = (typeof chatOperations)[number];

/** What a button does: an operation, or `show`, which sends the message about the ticket. */
export type ButtonAction = ChatOperation | 'show';

/** The type of the column is integer. */
export const maxTicketId = 2 ** 31 - 1;

const dataPattern = /^(take|start|done|confirm|reject|show):([1-9]\d{0,9}):([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/** callback_data, at most 55 bytes of the 64 that are allowed. */
export const buttonData = (action: ButtonAction, ticketId: number, accountId: string): string =>
  `${action}:${ticketId}:${accountId}`;

/** @returns undefined for the buttons of others */
export function parseButtonData(data: string): { action: ButtonAction; ticketId: number; accountId: string } | undefined {
  const [, action, ticketId, accountId = ''] = dataPattern.exec(data) ?? [];
  if (action === undefined || Number(ticketId) > maxTicketId) return undefined;
  return { action: action as ButtonAction, ticketId: Number(ticketId), accountId };
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

/** @returns one row of buttons for what the account may do with the ticket; empty: nothing */
export async function ticketButtons(db: Db, actor: Actor, ticketId: number, language: Language | null): Promise<Button[][]> {
  const { buttons } = textsIn(language);
  const operations = await possibleOperations(db, actor, ticketId);
  const row = operations.map((op) => ({ text: buttons[op], data: buttonData(op, ticketId, actor.id) }));
  return row.length > 0 ? [row] : [];
}
