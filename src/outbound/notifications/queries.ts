import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db, Tx, Writer } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { directionOf, type Page } from '../../platform/http/pagination.ts';
import type { DecisionQuery, MarkRead, Notification, NotificationDecision, NotificationQuery } from './schemas.ts';

/** Notifications that one statement marks, few enough for the statement timeout. */
const markedPerBatch = 5_000;

const columns = ['id', 'event', 'ticket_id', 'event as text_key', 'params', 'created_at', 'read_at'] as const;

/** Lists the notifications of an account, with the number that is not read. */
export async function listNotifications(
  db: Db,
  userId: string,
  query: NotificationQuery,
): Promise<Page<Notification> & { unread: number }> {
  const { limit, offset } = query;
  const onlyUnread = query.unread === 'true';
  const own = db.selectFrom('notifications').where('user_id', '=', userId);
  const unreadOnes = unreadOf(db, userId);
  const listed = onlyUnread ? unreadOnes : own;
  const [items, unread, all] = await Promise.all([
    listed.select(columns).orderBy('id', directionOf(query, 'desc')).limit(limit).offset(offset).execute(),
    countOf(unreadOnes),
    onlyUnread ? undefined : countOf(own),
  ]);
  return { items, total: all ?? unread, limit, offset, unread };
}

const countOf = async (notifications: SelectQueryBuilder<Tables, 'notifications', unknown>): Promise<number> =>
  (await notifications.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow()).count;

const unreadOf = (db: Db | Tx, userId: string) =>
  db.selectFrom('notifications').where('user_id', '=', userId).where('read_at', 'is', null);

/** Marks some or all as read. @returns how many are not read then */
export async function markRead(db: Writer, userId: string, { ids, all }: MarkRead, now: Date): Promise<number> {
  const markSome = (tx: Tx): Promise<number> => markBatch(tx, userId, all ? undefined : ids, now);
  while ((await db.transaction(markSome)) === markedPerBatch);
  return db.transaction((tx) => countOf(unreadOf(tx, userId)));
}

async function markBatch(tx: Tx, userId: string, ids: number[] | undefined, now: Date): Promise<number> {
  const unread = unreadOf(tx, userId).select('id');
  const chosen = ids ? unread.where('id', '=', sql<number>`any(${ids}::bigint[])`) : unread;
  // Whoever has locked one marks it as read, too, or deletes it; waiting for several of a deletion could deadlock.
  const unlocked = chosen.limit(markedPerBatch).forNoKeyUpdate().skipLocked();
  const { numUpdatedRows } = await tx
    .updateTable('notifications')
    .set({ read_at: now })
    .where('id', '=', sql<number>`any(array(${unlocked}))`) // read once: `in` may read the subquery again for each row
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Lists the notifications of an account, with what each channel did with them. */
export async function listDecisions(db: Db, userId: string, query: DecisionQuery): Promise<Page<NotificationDecision>> {
  const { limit, offset } = query;
  const own = db.selectFrom('notifications').where('user_id', '=', userId);
  const [items, total] = await Promise.all([
    own.select(columns).orderBy('id', directionOf(query, 'desc')).limit(limit).offset(offset).execute(),
    countOf(own),
  ]);
  const sends = await readSends(
    db,
    items.map(({ id }) => id),
  );
  return { items: items.map((item) => ({ ...item, sends: sends.get(item.id) ?? [] })), total, limit, offset };
}

async function readSends(db: Db, notificationIds: number[]): Promise<Map<number, NotificationDecision['sends']>> {
  if (notificationIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('notification_sends')
    .select(['notification_id', 'channel', 'state', 'reason', 'due_at', 'decided_at'])
    .where('notification_id', 'in', notificationIds)
    .orderBy('id')
    .execute();
  const byNotification = Map.groupBy(rows, ({ notification_id }) => notification_id);
  return new Map([...byNotification].map(([id, sends]) => [id, sends.map(({ notification_id: _id, ...send }) => send)] as const));
}

/** Turns mails off for the account of a key. */
export async function unsubscribe(tx: Tx, mailKey: string): Promise<void> {
  await sql`
    update notification_preferences set events = coalesce(
      (select jsonb_object_agg(event, on_channels - 'email') from jsonb_each(events) as e (event, on_channels)), '{}')
    where mail_key = ${mailKey}`.execute(tx);
}
