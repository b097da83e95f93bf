import { sql } from 'kysely';
import { senderIdOf } from '../../../platform/audit/audit-log.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { conflict, tooManyAttempts } from '../../../platform/http/errors.ts';
import { plus } from '../../../platform/lib/clock.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import { deliverEvent } from '../../../platform/module/events.ts';
import type { Actor } from '../../visibility.ts';
import type { OnTheWayPayload } from '../events.ts';
import { lockTicketToChange } from '../lock-ticket.ts';
import { notifyTicketChanged } from '../notify-change.ts';
import { type OnMyWay, onMyWayIntervalMs, onMyWayStatuses } from './schemas.ts';

/**
 * Notifies the client of a ticket that its worker is on the way.
 * @throws 404 no such ticket, 403 not visible, 409 another status or not the worker's, 429 notified within the last quarter of an hour
 */
export async function announceOnMyWay(
  tx: Tx,
  deps: Pick<Deps, 'subscriptions' | 'deliveries'>,
  actor: Actor,
  ticketId: number,
  now: Date,
): Promise<OnMyWay> {
  const { status, client_id } = await lockTicketToChange(tx, actor, ticketId);
  if (!onMyWayStatuses.some((one) => one === status))
    throw conflict('transition_not_allowed', `cannot be on the way to a ticket that is ${status}`);
  await requireInterval(tx, actor, ticketId, now);
  const row = { worker_id: actor.id, at: now };
  await tx
    .insertInto('workers_on_the_way')
    .values({ ticket_id: ticketId, ...row })
    .onConflict((one) => one.column('ticket_id').doUpdateSet(row))
    .execute();
  const at = now.toISOString();
  const payload: OnTheWayPayload = { kind: 'worker_on_the_way', ticket_id: ticketId, actor_id: senderIdOf(actor), at };
  await deliverEvent(tx, deps, 'worker_on_the_way', {}, [payload], client_id, now);
  await notifyTicketChanged(tx, ticketId);
  return { at };
}

/** The lock of the ticket keeps two requests at once from both being the first. Another worker than before does not see when theirs were. */
async function requireInterval(tx: Tx, actor: Actor, ticketId: number, now: Date): Promise<void> {
  const last = await tx
    .selectFrom('workers_on_the_way')
    .select(sql<string>`at`.as('at'))
    .where('ticket_id', '=', ticketId)
    .where('worker_id', '=', actor.id)
    .where('at', '>', plus(now, -onMyWayIntervalMs).toISOString())
    .executeTakeFirst();
  if (!last) return;
  const waitMs = Date.parse(last.at) + onMyWayIntervalMs - now.getTime();
  throw tooManyAttempts(Math.ceil(waitMs / 1_000));
}
