import { sql } from 'kysely';
import { deleteInTransactions } from '../../platform/database/batches.ts';
import type { Tx } from '../../platform/database/database.ts';
import { causingSpan, type DropHook } from '../../platform/deliveries/queue.ts';
import { plus } from '../../platform/lib/clock.ts';
import { days } from '../../platform/lib/duration.ts';
import type { Deps } from '../../platform/module/deps.ts';
import { tenantOfAccount, tenantOfProject, tenantOfTicket } from '../../product/tenant.ts';
import type { Channel, SendReason } from './channels.ts';

/** Accounts whose sends are released per transaction: one may wait for hundreds. */
const accountsPerBatch = 20;
/** A delivery is given up after 24 hours; what is queued for longer was lost with it. */
const maxQueuedMs = days(2);

const newerOfTicket: SendReason = 'newer_of_ticket';

const queues = { messenger: 'notification_messages', email: 'notification_mails', push: 'notification_pushes' } as const;

interface QueuedSend {
  id: number;
  user_id: string;
  channel: Channel;
}

/** What a channel has to send, now or later. */
export interface NewSend {
  notification_id: number;
  user_id: string;
  channel: Channel;
  state: 'queued' | 'waiting';
  reason: string;
  due_at: string;
}

/** Adds sends about a ticket, and hands those that do not wait to their channels. @param tenant who caused them */
export async function addSends(tx: Tx, ticketId: number | null, sends: NewSend[], tenant: string, now: Date): Promise<void> {
  // What waits about the same ticket would come after it, and is out of date by then.
  await sql`
    with added as (
      insert into notification_sends (notification_id, user_id, ticket_id, channel, state, reason, due_at)
      select notification_id, user_id, ${ticketId}::integer, channel, state, reason, due_at
      from jsonb_to_recordset(${JSON.stringify(sends)}::jsonb)
        as s (notification_id bigint, user_id uuid, channel text, state text, reason text, due_at timestamptz)
      returning id, user_id, channel, state
    ), older as (
      update notification_sends as s set state = 'dropped', reason = ${newerOfTicket}, decided_at = ${now}::timestamptz
      from added as a
      where a.state = 'queued' and s.user_id = a.user_id and s.channel = a.channel and s.ticket_id = ${ticketId}::integer
        and s.state = 'waiting'
    )
    insert into deliveries (queue, payload, tenant, created_at, traceparent)
    select ${JSON.stringify(queues)}::jsonb ->> channel,
      jsonb_build_object('kind', 'notification', 'send_id', id, 'user_id', user_id), ${tenant}::uuid, ${now}::timestamptz, ${causingSpan()}
    from added where state = 'queued' order by id`.execute(tx);
}

async function enqueue(tx: Tx, { deliveries }: Pick<Deps, 'deliveries'>, sends: QueuedSend[], now: Date): Promise<void> {
  for (const [channel, queue] of Object.entries(queues) as [keyof typeof queues, (typeof queues)['email']][]) {
    const ofChannel = sends.filter((send) => send.channel === channel).sort((a, b) => a.id - b.id);
    const payloads = ofChannel.map(({ id, user_id }) => ({ kind: 'notification' as const, send_id: id, user_id }));
    await deliveries.enqueue(tx, queue, payloads, tenantOfSend, now);
  }
}

/** Of a payload: the client of what it is about, else the tenant of its recipient. */
const tenantOfSend = sql<string | null>`coalesce(
  (select coalesce(${tenantOfTicket(sql<number>`n.ticket_id`)}, ${tenantOfProject(sql<number>`n.project_id`)})
  from notification_sends as s join notifications as n on n.id = s.notification_id where s.id = (payload ->> 'send_id')::bigint),
  ${tenantOfAccount(sql<string>`(payload ->> 'user_id')::uuid`)})`;

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
    if (count === 0) break;
  }
  return released;
}

async function releaseSome(tx: Tx, deps: Pick<Deps, 'deliveries'>, now: Date): Promise<number> {
  // All that a person waits for on a channel is decided together, so accounts are locked, not single sends, those of tenants in turn.
  // The state is checked again when a row is changed: another instance may have released it after this statement began.
  const { rows } = await sql<QueuedSend & { is_digest: boolean; is_newest: boolean; digest_id: number | null }>`
    with turn as (
      select account.id, row_number() over (partition by coalesce(client.id, account.id) order by account.id) as position
      from users as account left join users as client on client.id = account.created_by and client.role = 'client'
      where account.id in (select user_id from notification_sends where state = 'waiting' and due_at <= ${now})
    ), person as (
      select account.id from turn join users as account on account.id = turn.id
      order by turn.position limit ${accountsPerBatch} for no key update of account skip locked
    ), due as (
      select s.id, s.user_id, s.channel, s.reason = 'digest' as is_digest,
        s.ticket_id is null or s.id = max(s.id) over (partition by s.user_id, s.channel, s.ticket_id) as is_newest
      from notification_sends as s join person on person.id = s.user_id
      where s.state = 'waiting' and s.due_at <= ${now}
    ), decided as (
      select *, max(id) filter (where is_digest and is_newest) over (partition by user_id, channel) as digest_id from due
    )
    update notification_sends as s
    set state = case when decided.is_newest then 'queued' else 'dropped' end,
      reason = case when decided.is_newest then '' else ${newerOfTicket} end,
      decided_at = case when decided.is_newest then null else ${now}::timestamptz end,
      digest_id = case when decided.is_newest and decided.is_digest then decided.digest_id end,
      due_at = ${now}::timestamptz
    from decided where decided.id = s.id and s.state = 'waiting'
    returning s.id, s.user_id, s.channel, decided.is_digest, decided.is_newest, s.digest_id`.execute(tx);
  const messages = rows.filter(({ id, is_newest, is_digest, digest_id }) => is_newest && (!is_digest || id === digest_id));
  await enqueue(tx, deps, messages, now);
  return rows.length;
}

/** Marks what a delivery would have sent as failed, so that later messages about the ticket do not wait for it. */
export const giveUpSend: DropHook = async (tx, deliveryId, now) => {
  await sql`
    update notification_sends as s
    set state = 'failed', reason = ${'given_up' satisfies SendReason}, decided_at = ${now}::timestamptz
    from deliveries as d
    where d.id = ${deliveryId} and s.state = 'queued'
      and (s.id = (d.payload ->> 'send_id')::bigint or s.digest_id = (d.payload ->> 'send_id')::bigint)`.execute(tx);
};

/** Marks sends as failed whose delivery is gone, and deletes old notifications with their sends. */
export async function tidyUp({ db, clock }: Pick<Deps, 'db' | 'clock'>, keepMs: number, stopping?: AbortSignal): Promise<void> {
  const now = clock();
  await db.statement((writer) =>
    writer
      .updateTable('notification_sends')
      .set({ state: 'failed', reason: 'given_up' satisfies SendReason, decided_at: now })
      .where('state', '=', 'queued')
      .where('due_at', '<', plus(now, -maxQueuedMs).toISOString())
      .execute(),
  );
  await deleteInTransactions(db, 'notifications', sql`created_at < ${plus(now, -keepMs)}::timestamptz`, stopping);
}
