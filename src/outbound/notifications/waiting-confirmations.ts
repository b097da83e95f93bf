import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { plus } from '../../platform/lib/clock.ts';
import { days } from '../../platform/lib/duration.ts';
import type { Deps } from '../../platform/module/deps.ts';
import { deliverEvent } from '../../platform/module/events.ts';
import type { ConfirmationWaitingPayload } from '../../product/tickets/events.ts';
import { titleOf } from './event-messages.ts';
import { addNotifications } from './fan-out.ts';

/** How many times a client is notified that a ticket waits for confirmation, once a day. */
const maxTimes = 3;
/** Tickets per transaction. */
const batchSize = 100;

interface Waiting {
  id: number;
  client_id: string;
  done_at: string;
  priority: string;
  description: string;
  object_name: string;
  /** full days since the work was done */
  days: number;
}

type ReminderDeps = Pick<Deps, 'db' | 'clock' | 'subscriptions' | 'deliveries'>;

/** Notifies clients of finished work that waits for them, and the subscribers of the event. @returns how many notifications */
export async function remindOfConfirmations(deps: ReminderDeps, stopping?: AbortSignal): Promise<number> {
  const { db, clock } = deps;
  let notifications = 0;
  for (let time = 1; time <= maxTimes; time++) {
    let count = batchSize;
    while (count === batchSize && !stopping?.aborted) {
      const now = clock();
      count = await db.transaction(async (tx) => {
        const tickets = await findWaiting(tx, now, time);
        for (const ticket of tickets) notifications += await notifyClient(tx, deps, ticket, now);
        return tickets.length;
      });
    }
  }
  return notifications;
}

/**
 * Tickets that wait for so many days, of which their client was not notified for this day. Those that somebody changes or deletes are found
 * by the next run.
 */
async function findWaiting(tx: Tx, now: Date, time: number): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select t.id, t.client_id, t.done_at, t.priority, t.description, o.name as object_name, ${time}::int as days
    from tickets as t join users as u on u.id = t.client_id and u.is_active join objects as o on o.id = t.object_id
    where t.status = 'done' and t.done_at <= ${plus(now, -days(time))} and t.done_at > ${plus(now, -days(time + 1))}
      and not exists (
        select from notifications as n
        where n.user_id = t.client_id
          and n.cause = 'confirmation:' || t.id || ':' || extract(epoch from t.done_at)::numeric(20, 3) || ':' || ${time}::int)
    order by t.done_at
    limit ${batchSize}
    for key share of t skip locked`.execute(tx);
  return rows;
}

async function notifyClient(tx: Tx, deps: ReminderDeps, ticket: Waiting, now: Date): Promise<number> {
  const { id, client_id, done_at, priority, description, object_name } = ticket;
  const cause = `confirmation:${id}:${(Date.parse(done_at) / 1000).toFixed(3)}:${ticket.days}`;
  const params = { title: titleOf(description), object_name, priority };
  const message = {
    event: 'confirmation_waiting' as const,
    cause,
    recipientIds: [client_id],
    ticketId: id,
    projectId: null,
    params,
  };
  const recipients = await addNotifications(tx, message, client_id, now, now);
  const payload: ConfirmationWaitingPayload = { kind: 'confirmation_waiting', ticket_id: id, days: ticket.days };
  // Another instance may have notified at the same time.
  if (recipients > 0) await deliverEvent(tx, deps, 'confirmation_waiting', {}, [payload], client_id, now);
  return recipients;
}
