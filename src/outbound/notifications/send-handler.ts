import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { GivenUp, type Outcome, RetryLater } from '../../platform/deliveries/attempt-delivery.ts';
import type { Delivery } from '../../platform/deliveries/queue.ts';
import { hours, minutes, seconds } from '../../platform/lib/duration.ts';
import type { Deps } from '../../platform/module/deps.ts';
import type { Channel, SendReason } from './channels.ts';
import { filterByCondition } from './conditions.ts';
import { quietUntil } from './due-time.ts';
import type { NotificationEvent } from './kinds.ts';
import type { NotificationParams } from './params.ts';
import type { SendPayload } from './payloads.ts';
import { readChoices } from './preferences.ts';

/** A later attempt would be the last one of the queue, which cannot say that it failed. */
const lastAttemptMs = hours(23);
/** A message waits for an earlier one longer, the longer that one fails. */
const orderDelayMs = (ageMs: number): number => Math.min(Math.max(seconds(1), ageMs / 10), minutes(1));

/** Why a channel does not send. */
export type DropReason = Exclude<SendReason, 'quiet_hours' | 'digest' | 'given_up'>;

/** A notification that a message is about. */
export interface Item {
  id: number;
  event: NotificationEvent;
  user_id: string;
  ticket_id: number | null;
  project_id: number | null;
  report_id: string | null;
  params: NotificationParams;
  created_at: string;
  /** of its recipient */
  timezone: string;
}

/** Sends a message about one or, for a digest, several things. @returns why it was not sent @throws to be tried again */
export type SendMessage = (userId: string, items: Item[], signal?: AbortSignal) => Promise<DropReason | undefined>;

type SendDeps = Pick<Deps, 'db' | 'clock'>;

/** The handler of the queue of a channel. */
export function createSendHandler(deps: SendDeps, send: SendMessage) {
  return async ({ payload, created_at }: SendDelivery, signal?: AbortSignal): Promise<Outcome> => {
    const { db, clock } = deps;
    const sends = await readSends(db.read, payload.send_id);
    const [first] = sends;
    if (!first) return 'dropped'; // decided already, or the account or the ticket was deleted
    const ageMs = clock().getTime() - Date.parse(created_at);
    if (first.has_earlier) throw new RetryLater(orderDelayMs(ageMs), 'an earlier message about this ticket comes first');
    const choices = await readChoices(db.read, payload.user_id);
    const notificationIds = sends.map(({ id }) => id);
    const current = await filterByCondition(db.read, notificationIds, clock());
    const reasonOf = (one: Send): DropReason | undefined => {
      if (!one.is_active) return 'disabled';
      if (!choices?.isOn(one.event, one.channel)) return 'turned_off';
      if (!current.has(one.id)) return 'not_true';
      return one.read_at === null ? undefined : 'read';
    };
    const byReason = Map.groupBy(sends, reasonOf);
    for (const [reason, dropped] of byReason) if (reason) await decide(db, sendIdsOf(dropped), 'dropped', reason, clock());
    const kept = byReason.get(undefined) ?? [];
    if (kept.length === 0) return 'dropped';
    const ids = sendIdsOf(kept);
    // It may have been late: retried, or enqueued before quiet hours were set or the service was down.
    const isDigest = first.digest_id !== null;
    const isUrgent = !isDigest && kept.some(({ params }) => params.priority === 'high');
    const until = choices && quietUntil(clock(), choices.timing, isUrgent);
    if (until) {
      await postpone(db, ids, isDigest ? 'digest' : 'quiet_hours', until);
      return 'dropped';
    }
    try {
      const refused = await send(payload.user_id, kept, signal);
      await decide(db, ids, refused ? 'dropped' : 'sent', refused ?? '', clock());
      return refused ? 'dropped' : 'sent';
    } catch (error) {
      if (ageMs < lastAttemptMs || error instanceof RetryLater) throw error;
      const { message } = error as Error;
      await decide(db, ids, 'failed', message.slice(0, 200), clock());
      throw new GivenUp(message); // so that it is in the log and on the health page
    }
  };
}

type SendDelivery = Pick<Delivery<'notification_mails'>, 'created_at'> & { payload: SendPayload };

interface Send extends Item {
  send_id: number;
  channel: Channel;
  digest_id: number | null;
  is_active: boolean;
  read_at: string | null;
  /** of the first: an earlier message about the same ticket is still to be sent to the person over this channel */
  has_earlier: boolean;
}

/** The send of a delivery, with those of its digest, oldest first. */
async function readSends(db: Db, sendId: number): Promise<Send[]> {
  return db
    .selectFrom('notification_sends as s')
    .innerJoin('notifications as n', 'n.id', 's.notification_id')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('notification_preferences as p', 'p.user_id', 's.user_id')
    .select(sql<string>`coalesce(p.timezone, 'UTC')`.as('timezone'))
    .select(['s.id as send_id', 's.channel', 's.digest_id', 'u.is_active', 'n.read_at'])
    .select(['n.id', 'n.event', 'n.user_id', 'n.ticket_id', 'n.project_id', 'n.report_id', 'n.params', 'n.created_at'])
    .select(
      // Of the first one only, because a digest may have thousands.
      sql<boolean>`case when row_number() over (order by s.id) = 1 then exists (select from notification_sends as e
        where e.user_id = s.user_id and e.channel = s.channel and e.state = 'queued' and e.id < s.id
          and e.ticket_id = s.ticket_id and e.digest_id is null) else false end`.as('has_earlier'),
    )
    .where((eb) => eb.or([eb('s.id', '=', sendId), eb('s.digest_id', '=', sendId)]))
    .where('s.state', '=', 'queued')
    .orderBy('s.id')
    .$castTo<Send>()
    .execute();
}

const sendIdsOf = (sends: readonly Send[]): number[] => sends.map(({ send_id }) => send_id);

/** Any number of ids in one parameter, so that there is one prepared statement for all. */
const anyOf = (ids: readonly number[]) => sql<number>`any(${ids}::bigint[])`;

/** Makes sends wait again; the job that releases them makes a new delivery. */
async function postpone(db: Deps['db'], ids: number[], reason: SendReason, until: Date): Promise<void> {
  await db.statement((writer) =>
    writer
      .updateTable('notification_sends')
      .set({ state: 'waiting', reason, due_at: until, digest_id: null })
      .where('id', '=', anyOf(ids))
      .where('state', '=', 'queued')
      .execute(),
  );
}

async function decide(
  db: Deps['db'],
  ids: number[],
  state: 'sent' | 'dropped' | 'failed',
  reason: string,
  now: Date,
): Promise<void> {
  await db.statement((writer) =>
    writer.updateTable('notification_sends').set({ state, reason, decided_at: now }).where('id', '=', anyOf(ids)).execute(),
  );
}
