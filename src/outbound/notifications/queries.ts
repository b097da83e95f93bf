import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { directionOf, type Page } from '../../platform/http/pagination.ts';
import type { DecisionQuery, MarkRead, Notification, NotificationDecision, NotificationQuery } from './schemas.ts';

const columns = ['id', 'event', 'ticket_id', 'event as text_key', 'params', 'created_at', 'read_at'] as const;

/** Lists what an account was told, with the number that is not read. */
export async function listNotifications(
  db: Db,
  userId: string,
  query: NotificationQuery,
): Promise<Page<Notification> & { unread: number }> {
  const { limit, offset } = query;
  const onlyUnread = query.unread === 'true';
  const own = db.selectFrom('notifications').where('user_id', '=', userId);
  const listed = onlyUnread ? own.where('read_at', 'is', null) : own;
  const [items, counts] = await Promise.all([
    listed.select(columns).orderBy('id', directionOf(query, 'desc')).limit(limit).offset(offset).execute(),
    own.select([sql<number>`count(*)::int`.as('all'), unreadCount.as('unread')]).executeTakeFirstOrThrow(),
  ]);
  return { items, total: onlyUnread ? counts.unread : counts.all, limit, offset, unread: counts.unread };
}

const unreadCount = sql<number>`(count(*) filter (where read_at is null))::int`;

/** Marks some or all as read. @returns how many are not read then */
export async function markRead(tx: Tx, userId: string, { ids, all }: MarkRead, now: Date): Promise<number> {
  if (all || (ids && ids.length > 0)) {
    const unread = tx.selectFrom('notifications').select('id').where('user_id', '=', userId).where('read_at', 'is', null);
    const chosen = all || !ids ? unread : unread.where('id', 'in', ids);
    // Whoever has locked one marks it as read, too, or deletes it; waiting for several of a deletion could deadlock.
    const unlocked = chosen.forNoKeyUpdate().skipLocked();
    await tx.updateTable('notifications').set({ read_at: now }).where('id', 'in', unlocked).execute();
  }
  const { count } = await tx
    .selectFrom('notifications')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Lists what an account was told, with what each channel did with it. */
export async function listDecisions(db: Db, userId: string, query: DecisionQuery): Promise<Page<NotificationDecision>> {
  const { limit, offset } = query;
  const own = db.selectFrom('notifications').where('user_id', '=', userId);
  const [items, { total }] = await Promise.all([
    own.select(columns).orderBy('id', directionOf(query, 'desc')).limit(limit).offset(offset).execute(),
    own.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
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
