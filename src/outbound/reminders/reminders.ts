import { sql } from 'kysely';
import type { Deps } from '../../platform/capability/deps.ts';
import type { Tx } from '../../platform/database/open.ts';
import { plus } from '../../platform/lib/clock.ts';

/** Tickets per transaction. */
const batch = 100;

/**
 * Reminds clients of tickets that stay in `new` (docs/rules.md, Notifications): once after
 * MESSENGER_NOTIFY_AFTER, then after each further such span. The end of the span is written to
 * the ticket together with the delivery, so no span is told twice, whoever runs this.
 * @returns how many reminders were handed over
 */
export async function remindOfNewTickets(
  { db, clock, config, deliveries, metrics, log }: Pick<Deps, 'db' | 'clock' | 'config' | 'deliveries' | 'metrics' | 'log'>,
  stopping?: AbortSignal,
): Promise<number> {
  let reminders = 0;
  while (!stopping?.aborted) {
    const now = clock();
    const tickets = await db.transaction(async (tx) => {
      const claimed = await claimWaiting(tx, now, config.notifyAfterMs, config.messengerBotToken !== '');
      const notices = claimed.map(({ id, reminded_at }) => ({
        kind: 'reminder' as const,
        ticket_id: id,
        waited_until: reminded_at,
      }));
      await deliveries.enqueue(tx, 'messages', notices, now);
      return claimed;
    });
    reminders += tickets.length;
    if (tickets.length < batch) break;
  }
  metrics.reminders.inc(reminders);
  if (reminders > 0) log.info({ reminders }, 'clients are reminded of tickets that nobody took');
  return reminders;
}

interface Claimed {
  id: number;
  reminded_at: string;
}

/** Tickets whose reminder is not sent yet. */
const queuedReminders = sql`
  select (payload ->> 'ticket_id')::integer from deliveries where queue = 'messages' and payload ->> 'kind' = 'reminder'`;

/**
 * Marks the tickets whose client can be told and has waited through another span. Spans are
 * counted from the creation, so a late run tells of the last one only. A ticket whose reminder is
 * still queued is left alone: a reminder is dropped when a later span is marked, so in a queue
 * that is longer than a span none would ever be sent.
 */
async function claimWaiting(tx: Tx, now: Date, span: number, globalBot: boolean): Promise<Claimed[]> {
  const waited = sql`(extract(epoch from (${now}::timestamptz - t.created_at)) * 1000)::bigint`;
  const { rows } = await sql<Claimed>`
    with waiting as (
      select due.id
      from users u
      cross join lateral (
        select id from tickets
        where client_id = u.id and status = 'new' and coalesce(reminded_at, created_at) <= ${plus(now, -span)}
          and id not in (${queuedReminders})
        order by coalesce(reminded_at, created_at)
        limit ${batch}
        for update skip locked
      ) as due
      where u.messenger_target <> '' and u.messenger_refused_at is null and u.is_active and (u.bot_id is not null or ${globalBot})
      limit ${batch}
    )
    update tickets as t
    set reminded_at = t.created_at + (${waited} / ${span}) * ${span} * interval '1 millisecond'
    from waiting
    where t.id = waiting.id
    returning t.id, t.reminded_at`.execute(tx);
  return rows;
}
