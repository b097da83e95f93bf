import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { plus } from '../../platform/lib/clock.ts';
import type { Deps } from '../../platform/module/deps.ts';
import type { Module } from '../../platform/module/module.ts';
import { tenantOfTicket } from '../../product/tenant.ts';

/** Tickets per transaction. */
const batchSize = 100;

/**
 * Enqueues reminders for tickets that stay in `new` (docs/rules.md, Notifications): after MESSENGER_NOTIFY_AFTER, then
 * after each further such interval. `reminded_at` is written with the deliveries, so that no instance repeats one.
 * @returns the number of reminders
 */
export async function remindOfNewTickets(
  { db, clock, config, deliveries, metrics, log }: Pick<Deps, 'db' | 'clock' | 'config' | 'deliveries' | 'metrics' | 'log'>,
  stopping?: AbortSignal,
): Promise<number> {
  let reminders = 0;
  while (!stopping?.aborted) {
    const now = clock();
    const count = await db.transaction(async (tx) => {
      const tickets = await claimDueTickets(tx, now, config.notifyAfterMs, config.messengerBotToken !== '');
      const payloads = tickets.map((ticket) => ({ kind: 'reminder' as const, ...ticket }));
      await deliveries.enqueue(tx, 'messages', payloads, tenantOfTicket(sql<number>`(payload ->> 'ticket_id')::integer`), now);
      return tickets.length;
    });
    reminders += count;
    if (count < batchSize) break;
  }
  metrics.reminders.inc(reminders);
  if (reminders > 0) log.info({ reminders }, 'reminders of new tickets are enqueued');
  return reminders;
}

/** Tickets whose reminder is not sent yet. */
const queuedReminders = sql`
  select (payload ->> 'ticket_id')::integer from deliveries where queue = 'messages' and payload ->> 'kind' = 'reminder'`;

/**
 * Marks new tickets as reminded whose client can be notified and has waited for another interval. Intervals count from
 * the creation, so a late run sends one reminder for all that have passed. Tickets with a queued reminder are skipped:
 * a later mark makes the queued one obsolete, so a queue that takes longer than an interval would never send any.
 */
async function claimDueTickets(tx: Tx, now: Date, intervalMs: number, hasGlobalBot: boolean) {
  const waitedMs = sql`(extract(epoch from (${now}::timestamptz - t.created_at)) * 1000)::bigint`;
  const { rows } = await sql<{ ticket_id: number; waited_until: string }>`
    with waiting as (
      select due.id
      from users u
      cross join lateral (
        select id from tickets
        where client_id = u.id and status = 'new' and coalesce(reminded_at, created_at) <= ${plus(now, -intervalMs)}
          and id not in (${queuedReminders})
        order by coalesce(reminded_at, created_at)
        limit ${batchSize}
        for update skip locked
      ) as due
      where u.messenger_target <> '' and u.messenger_refused_at is null and u.is_active
        and (u.bot_id is not null or ${hasGlobalBot})
      limit ${batchSize}
    )
    update tickets as t
    set reminded_at = t.created_at + (${waitedMs} / ${intervalMs}) * ${intervalMs} * interval '1 millisecond'
    from waiting
    where t.id = waiting.id
    returning t.id as ticket_id, t.reminded_at as waited_until`.execute(tx);
  return rows;
}

export const reminders: Module = {
  name: 'reminders',
  jobs: (deps) => [
    { name: 'reminders', everyMs: deps.config.messengerTickMs, run: (stopping) => remindOfNewTickets(deps, stopping) },
  ],
};
