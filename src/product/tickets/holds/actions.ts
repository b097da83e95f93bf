import { sql } from 'kysely';
import { senderIdOf } from '../../../platform/audit/audit-log.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { conflict, notFound, validationFailed } from '../../../platform/http/errors.ts';
import { instantOf } from '../../../platform/http/schemas.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import { deliverEvent } from '../../../platform/module/events.ts';
import type { Actor } from '../../visibility.ts';
import type { HoldPayload } from '../events.ts';
import { type LockedTicket, lockTicketToChange } from '../lock-ticket.ts';
import { notifyTicketChanged } from '../notify-change.ts';
import { type Hold, type HoldReason, holdStatuses, maxHolds, type PutHold } from './schemas.ts';
import './tables.ts';

type HoldDeps = Pick<Deps, 'subscriptions' | 'deliveries'>;

/**
 * Puts a ticket on hold; a hold that it has ends.
 * @throws 404 no such ticket, 403 not visible, 400 `until` is not in the future, 409 another status, not the worker's, or too many holds
 */
export async function putHold(
  tx: Tx,
  deps: HoldDeps,
  actor: Actor,
  ticketId: number,
  { reason, note = '', until }: PutHold,
  now: Date,
): Promise<Hold> {
  const { status, client_id } = await lockTicketToChange(tx, actor, ticketId);
  const end = until === undefined ? null : instantOf(until);
  if (end !== null && end <= now) throw validationFailed(errorMessages.untilNotInFuture, '#/until');
  if (!holdStatuses.some((one) => one === status))
    throw conflict('transition_not_allowed', `cannot put on hold a ticket that is ${status}`);
  await requireRoom(tx, ticketId);
  await endOpenHold(tx, ticketId, 'replaced', now);
  const actorId = senderIdOf(actor);
  const { id, ...hold } = await tx
    .insertInto('ticket_holds')
    .values({
      ticket_id: ticketId,
      reason,
      note,
      until: end,
      since: now,
      by_id: actorId,
      by_name: sql<string>`coalesce((select name from users where id = ${actorId}), '')`,
    })
    .returning(['id', 'reason', 'note', 'until', 'since', 'by_name'])
    .executeTakeFirstOrThrow();
  const payload: HoldPayload = { kind: 'ticket_on_hold', ticket_id: ticketId, hold_id: id, actor_id: actorId };
  await deliverEvent(tx, deps, 'ticket_on_hold', {}, [payload], client_id, now);
  await notifyTicketChanged(tx, ticketId);
  return hold;
}

async function requireRoom(tx: Tx, ticketId: number): Promise<void> {
  const { n } = await tx
    .selectFrom('ticket_holds')
    .select(sql<number>`count(*)`.as('n'))
    .where('ticket_id', '=', ticketId)
    .executeTakeFirstOrThrow();
  if (n >= maxHolds) throw conflict('too_many_holds', errorMessages.tooManyHolds);
}

/**
 * Ends the hold of a ticket.
 * @throws 404 no such ticket, or it is not on hold; 403 not visible; 409 not the worker's
 */
export async function removeHold(tx: Tx, deps: HoldDeps, actor: Actor, ticketId: number, now: Date): Promise<void> {
  const { client_id } = await lockTicketToChange(tx, actor, ticketId);
  const id = await endOpenHold(tx, ticketId, 'removed', now);
  if (id === undefined) throw notFound('hold');
  const payload: HoldPayload = { kind: 'hold_ended', ticket_id: ticketId, hold_id: id, actor_id: senderIdOf(actor) };
  await deliverEvent(tx, deps, 'hold_ended', {}, [payload], client_id, now);
  await notifyTicketChanged(tx, ticketId);
}

/** Ends the hold of a locked ticket if it waits for this: what it waits for has come. @param actorId who brought it about */
export async function endHoldFor(
  tx: Tx,
  deps: HoldDeps,
  { id: ticketId, client_id }: Pick<LockedTicket, 'id' | 'client_id'>,
  reason: HoldReason,
  actorId: string,
  now: Date,
): Promise<void> {
  const open = tx.selectFrom('ticket_holds').select('id').where('ticket_id', '=', ticketId).where('ended_at', 'is', null);
  if (!(await open.where('reason', '=', reason).executeTakeFirst())) return;
  const id = await endOpenHold(tx, ticketId, 'removed', now);
  if (id === undefined) return; // its time has come, which the job publishes
  const payload: HoldPayload = { kind: 'hold_ended', ticket_id: ticketId, hold_id: id, actor_id: actorId };
  await deliverEvent(tx, deps, 'hold_ended', {}, [payload], client_id, now);
}

/**
 * Ends the hold of a locked ticket. One whose time has come is left to the job, unless another one takes its place.
 * @returns its id; undefined: the ticket is not on hold
 */
async function endOpenHold(tx: Tx, ticketId: number, endReason: 'removed' | 'replaced', now: Date): Promise<number | undefined> {
  const unlessDue = endReason === 'removed' ? sql`and (until is null or until > ${now}::timestamptz)` : sql``;
  const { rows } = await sql<{ id: number }>`
    update ticket_holds set ended_at = greatest(since, least(until, ${now}::timestamptz)), is_announced = true,
      end_reason = case when until <= ${now}::timestamptz then 'until' else ${endReason} end
    where ticket_id = ${ticketId} and ended_at is null ${unlessDue}
    returning id`.execute(tx);
  return rows[0]?.id;
}
