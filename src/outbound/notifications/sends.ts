import { sql } from 'kysely';
import type { Deps } from '../../platform/capability/deps.ts';
import type { Tx } from '../../platform/database/database.ts';
import { plus } from '../../platform/lib/clock.ts';
import { days } from '../../platform/lib/duration.ts';
import type { Channel, SendReason } from './events.ts';

/** Sends per transaction. */
const batchSize = 500;
/** A delivery is given up after 24 hours; what is queued for longer was lost with it. */
const maxQueuedMs = days(2);

const newerOfTicket: SendReason = 'newer_of_ticket';

const queues = { messenger: 'notification_messages', email: 'notification_mails', push: 'notification_pushes' } as const;

interface QueuedSend {
  id: number;
  user_id: string;
  channel: Channel;
}

/** Hands those sends of the notifications that are due to their channels. */
export async function enqueueSends(tx: Tx, deps: Pick<Deps, 'deliveries'>, notificationIds: number[], now: Date): Promise<void> {
  // What waits about the same ticket would come after it, and is told by it.
  const { rows } = await sql<QueuedSend>`
    with queued as (
      update notification_sends set state = 'queued', reason = ''
      where notification_id = any(${notificationIds}::bigint[]) and state = 'waiting' and due_at <= ${now}
      returning id, user_id, channel, ticket_id
    ), older as (
      update notification_sends as s set state = 'dropped', reason = ${newerOfTicket}, decided_at = ${now}::timestamptz
      from queued as q
      where s.user_id = q.user_id and s.channel = q.channel and s.ticket_id = q.ticket_id and s.state = 'waiting' and s.id < q.id
    )
    select id, user_id, channel from queued`.execute(tx);
  await enqueue(tx, deps, rows, now);
}

async function enqueue(tx: Tx, { deliveries }: Pick<Deps, 'deliveries'>, sends: QueuedSend[], now: Date): Promise<void> {
  for (const [channel, queue] of Object.entries(queues) as [keyof typeof queues, (typeof queues)['email']][]) {
    const ofChannel = sends.filter((send) => send.channel === channel).sort((a, b) => a.id - b.id);
    const payloads = ofChannel.map(({ id, user_id }) => ({ kind: 'notification' as const, send_id: id, user_id }));
    await deliveries.enqueue(tx, queue, payloads, now);
  }
}

/**
 * Hands what has waited for the end of quiet hours or for the digest to its channels: of several of one ticket the newest,
 * and what waited for a digest as one message for each person and channel.
 * @returns how many messages
 */
export async function releaseWaiting({ db, clock, deliveries }: Deps, stopping?: AbortSignal): Promise<number> {
  let released = 0;
  while (!stopping?.aborted) {
    const count = await db.transaction((tx) => releaseSome(tx, { deliveries }, clock()));
    released += count;
    if (count < batchSize) break;
  }
  return released;
}

async function releaseSome(tx: Tx, deps: Pick<Deps, 'deliveries'>, now: Date): Promise<number> {
  // All that a person waits for on a channel is decided together, so accounts are locked, not single sends. The state is checked
  // again when a row is changed: another instance may have released it after this statement began.
  const { rows } = await sql<QueuedSend & { is_digest: boolean; is_newest: boolean; digest_id: number | null }>`
    with person as (
      select id from users
      where id in (select user_id from notification_sends where state = 'waiting' and due_at <= ${now} limit ${batchSize})
      for no key update skip locked
    ), due as (
      select s.id, s.user_id, s.channel, s.reason = 'digest' as is_digest,
        s.ticket_id is null or s.id = max(s.id) over (partition by s.user_id, s.channel, s.ticket_id) as is_newest
      from notification_sends as s join person on person.id = s.user_id
      where s.state = 'waiting' and s.due_at <= ${now}
    ), told as (
      select *, max(id) filter (where is_digest and is_newest) over (partition by user_id, channel) as digest_id from due
    )
    update notification_sends as s
    set state = case when told.is_newest then 'queued' else 'dropped' end,
      reason = case when told.is_newest then '' else ${newerOfTicket} end,
      decided_at = case when told.is_newest then null else ${now}::timestamptz end,
      digest_id = case when told.is_newest and told.is_digest then told.digest_id end,
      due_at = ${now}::timestamptz
    from told where told.id = s.id and s.state = 'waiting'
    returning s.id, s.user_id, s.channel, told.is_digest, told.is_newest, s.digest_id`.execute(tx);
  const messages = rows.filter(({ id, is_newest, is_digest, digest_id }) => is_newest && (!is_digest || id === digest_id));
  await enqueue(tx, deps, messages, now);
  return rows.length;
}

/** Marks sends as failed whose delivery is gone, and deletes old notifications with their sends. */
export async function tidyUp({ db, clock }: Pick<Deps, 'db' | 'clock'>, keepMs: number): Promise<void> {
  const now = clock();
  await db.statement((writer) =>
    writer
      .updateTable('notification_sends')
      .set({ state: 'failed', reason: 'given_up' satisfies SendReason, decided_at: now })
      .where('state', '=', 'queued')
      .where('due_at', '<', plus(now, -maxQueuedMs).toISOString())
      .execute(),
  );
  await db.statement((writer) =>
    writer.deleteFrom('notifications').where('created_at', '<', plus(now, -keepMs).toISOString()).execute(),
  );
}
