import { ECDH } from 'node:crypto';
import { sql } from 'kysely';
import type { Config } from '../../../platform/config/config.ts';
import type { Db, Tx } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { badRequest, conflict, notFound } from '../../../platform/http/errors.ts';
import { plus } from '../../../platform/lib/clock.ts';
import { days } from '../../../platform/lib/duration.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import { requireOpenSession } from '../../../product/identity/auth/sessions.ts';
import { lockWithActor } from '../../../product/identity/users/actions.ts';
import type { Actor } from '../../../product/visibility.ts';
import { parseEndpoint } from './endpoint.ts';
import type { AddPushSubscription, PushSubscription } from './schemas.ts';

const maxFailingMs = days(30);
/** How many browsers of an account show its notifications at most. */
export const maxSubscriptions = 10;

/**
 * Whether the session in which a browser was subscribed is open. Sessions end by a sign-out, on another device, too, by a new
 * password and by age, and their subscriptions end with them in the same moment.
 */
const isInOpenSession = (now: Date) => sql<boolean>`exists (
  select from refresh_sessions as r
  where r.session_id = s.session_id and r.user_id = s.user_id and r.revoked_at is null and r.expires_at > ${now})`;

/**
 * Subscribes a browser for as long as the session of the caller lasts. A browser that was subscribed before, for another
 * account, too, shows only what is sent to this caller from now on.
 * @param sid the session of the access token
 * @throws 400 the endpoint is not at a public address or the keys are none; 401 the session has ended; 409 too many browsers
 */
export async function addSubscription(
  tx: Tx,
  { pushAllowedHosts }: Pick<Config, 'pushAllowedHosts'>,
  actor: Actor,
  sid: string | undefined,
  { endpoint, keys }: AddPushSubscription,
  now: Date,
): Promise<PushSubscription> {
  const { href } = parseEndpoint(endpoint, pushAllowedHosts);
  const p256dh = Buffer.from(keys.p256dh, 'base64url');
  requirePoint(p256dh);
  await lockWithActor(tx, actor, actor.id);
  const session = await requireOpenSession(tx, actor.id, sid, now);
  const values = {
    user_id: actor.id,
    session_id: session.id,
    endpoint: href,
    p256dh,
    auth: Buffer.from(keys.auth, 'base64url'),
    created_at: now,
    failing_since: null,
  };
  const subscription = await tx
    .insertInto('push_subscriptions')
    .values(values)
    .onConflict((existing) => existing.column('endpoint').doUpdateSet(values))
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow();
  if ((await countSubscriptions(tx, actor.id, now)) > maxSubscriptions)
    throw conflict('too_many_push_subscriptions', errorMessages.tooManyPushSubscriptions);
  return subscription;
}

/** @throws 400 unless it is an uncompressed point of P-256 */
function requirePoint(key: Buffer): void {
  try {
    if (key[0] !== 4) throw new Error('compressed');
    ECDH.convertKey(key, 'prime256v1');
  } catch {
    throw badRequest('invalid_push_keys', errorMessages.invalidPushKeys);
  }
}

/** Ends the subscription of a browser of the caller. @throws 404 the account has none with this endpoint */
export async function removeSubscription(tx: Tx, actor: Actor, endpoint: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', actor.id)
    .where('endpoint', 'in', [endpoint, URL.parse(endpoint)?.href ?? endpoint])
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound('subscription');
}

/** @returns how many browsers show the notifications of an account */
export async function countSubscriptions(db: Db, userId: string, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('push_subscriptions as s')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('s.user_id', '=', userId)
    .where(isInOpenSession(now))
    .executeTakeFirstOrThrow();
  return count;
}

/** A browser that shows notifications. */
export interface Subscription {
  id: string;
  endpoint: string;
  p256dh: Buffer;
  auth: Buffer;
  /** when the first message failed since it last got one */
  failing_since: string | null;
  /** it got this message at an earlier attempt */
  has_received: boolean;
}

/** @param notificationIds those that a message is about */
export async function readSubscriptions(db: Db, userId: string, notificationIds: number[], now: Date): Promise<Subscription[]> {
  return db
    .selectFrom('push_subscriptions as s')
    .select(['s.id', 's.endpoint', 's.p256dh', 's.auth', 's.failing_since'])
    .select(
      sql<boolean>`exists (select from push_receipts as r
        where r.subscription_id = s.id and r.notification_id = any(${notificationIds}::bigint[]))`.as('has_received'),
    )
    .where('s.user_id', '=', userId)
    .where(isInOpenSession(now))
    .orderBy('s.id')
    .execute();
}

/** Forgets a browser that has ended its subscription. */
export async function forgetSubscription({ db }: Pick<Deps, 'db'>, { id, endpoint }: Subscription): Promise<void> {
  await db.statement((writer) =>
    writer.deleteFrom('push_subscriptions').where('id', '=', id).where('endpoint', '=', endpoint).execute(),
  );
}

/** Writes which browsers could not be reached, and which can be reached again. */
export async function recordReachability({ db }: Pick<Deps, 'db'>, failed: Subscription[], sent: Subscription[], now: Date) {
  const failedFirst = failed.flatMap(({ id, failing_since }) => (failing_since === null ? [id] : []));
  const works = sent.flatMap(({ id, failing_since }) => (failing_since === null ? [] : [id]));
  if (failedFirst.length + works.length === 0) return;
  await db.statement((writer) =>
    sql`
      update push_subscriptions set failing_since = case when id = any(${failedFirst}::uuid[]) then ${now}::timestamptz end
      where id = any(${[...failedFirst, ...works]}::uuid[])`.execute(writer),
  );
}

/** Writes who has got a message that has to be sent again to others. */
export async function recordReceipts({ db }: Pick<Deps, 'db'>, notificationIds: number[], subscriptionIds: string[]) {
  await db.statement((writer) =>
    sql`
      insert into push_receipts (notification_id, subscription_id)
      select n.id, s.id from notifications as n cross join push_subscriptions as s
      where n.id = any(${notificationIds}::bigint[]) and s.id = any(${subscriptionIds}::uuid[])
      on conflict do nothing`.execute(writer),
  );
}

/** Deletes the subscriptions whose session has ended, and those that could not be reached for a month. */
export async function deleteEndedSubscriptions({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock();
  await db.statement((writer) =>
    sql`
      delete from push_subscriptions as s
      where not ${isInOpenSession(now)} or s.failing_since <= ${plus(now, -maxFailingMs)}`.execute(writer),
  );
}
