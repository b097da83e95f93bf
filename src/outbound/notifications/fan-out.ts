import { sql } from 'kysely';
import type { Deps } from '../../platform/capability/deps.ts';
import type { Tx } from '../../platform/database/database.ts';
import { notifyEach } from '../../platform/database/listen.ts';
import type { DeliveryHandler } from '../../platform/deliveries/attempt-delivery.ts';
import type { TicketEventPayload } from '../../product/tickets/events.ts';
import type { TicketAction } from '../../product/tickets/lifecycle.ts';
import { dueTime } from './due-time.ts';
import { type Channel, channels } from './events.ts';
import { type PersonTiming, readTimings } from './preferences.ts';
import { type News, newsOfInvitation, newsOfTicketEvent } from './recipients.ts';
import { enqueueSends } from './sends.ts';

type FanOutDeps = Pick<Deps, 'db' | 'clock' | 'deliveries'>;

/** Writes the notifications of an event to the inboxes of its recipients, and hands them to the channels that they turned on. */
export function createFanOut({ db, clock, deliveries }: FanOutDeps): DeliveryHandler<'notifications'> {
  return async ({ payload, created_at }) => {
    const told = await db.transaction(async (tx) => {
      if (payload.kind === 'ticket_event') await followOffer(tx, payload, clock());
      const news =
        payload.kind === 'invitation'
          ? await newsOfInvitation(tx, payload)
          : await newsOfTicketEvent(tx, payload.event_id, payload.ticket_id, payload.action);
      let count = 0;
      for (const one of news) count += await tell(tx, { deliveries }, one, new Date(created_at), clock());
      return count;
    });
    return told > 0 ? 'sent' : 'dropped';
  };
}

/**
 * A ticket that somebody has taken, or that was cancelled, is not news for the others any more. Instances that handle its events
 * at once wait for each other: otherwise one could offer it after another has found nothing to mark.
 */
async function followOffer(tx: Tx, { action, ticket_id }: TicketEventPayload, now: Date): Promise<void> {
  if (!actionsOnOffers.has(action)) return;
  await sql`select pg_advisory_xact_lock(hashtextextended('offer ' || ${ticket_id}::text, 0))`.execute(tx);
  if (action === 'created') return;
  const marked = await tx
    .updateTable('notifications')
    .set({ read_at: now })
    .where('ticket_id', '=', ticket_id)
    .where('event', '=', 'ticket_available')
    .where('read_at', 'is', null)
    .returning('user_id')
    .execute();
  await notifyEach(
    tx,
    'notifications',
    marked.map(({ user_id }) => user_id),
  );
}

const actionsOnOffers: ReadonlySet<TicketAction> = new Set(['created', 'assigned', 'canceled']);

/**
 * Tells people something, once for each cause, in the transaction that finds it out.
 * @param at when it happened
 * @returns how many were told
 */
export async function tell(
  tx: Tx,
  { deliveries }: Pick<Deps, 'deliveries'>,
  { event, cause, userIds, ticketId, projectId, params, isOver = false }: News,
  at: Date,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ id: number; user_id: string }>`
    insert into notifications (user_id, event, ticket_id, project_id, cause, params, created_at, read_at)
    select u.id, ${event}, ${ticketId}::integer, ${projectId}::integer, ${cause}, ${JSON.stringify(params)}::jsonb, ${at}::timestamptz,
      ${isOver ? now : null}::timestamptz
    from users as u where u.id = any(${userIds}::uuid[]) and u.is_active
    on conflict (user_id, cause) do nothing
    returning id, user_id`.execute(tx);
  if (rows.length === 0) return 0;
  const told = rows.map(({ user_id }) => user_id);
  await notifyEach(tx, 'notifications', told);
  if (isOver) return rows.length;
  const timings = await readTimings(tx, event, told);
  const sends = rows.flatMap(({ id, user_id }) => {
    const timing = timings.get(user_id);
    return timing ? sendsOf(timing, { id, userId: user_id, ticketId, isUrgent: params.priority === 'high' }, now) : [];
  });
  if (sends.length > 0) {
    await tx.insertInto('notification_sends').values(sends).execute();
    await enqueueSends(
      tx,
      { deliveries },
      sends.map(({ notification_id }) => notification_id),
      now,
    );
  }
  return rows.length;
}

interface Told {
  id: number;
  userId: string;
  ticketId: number | null;
  isUrgent: boolean;
}

function sendsOf({ timing, on }: PersonTiming, { id, userId, ticketId, isUrgent }: Told, now: Date) {
  const { at, reason } = dueTime(now, timing, isUrgent);
  const turnedOn = channels.filter((channel: Channel) => on.includes(channel));
  const shared = { notification_id: id, user_id: userId, ticket_id: ticketId, state: 'waiting' as const };
  return turnedOn.map((channel) => ({ ...shared, channel, reason, due_at: at }));
}
