import { sql } from 'kysely';
import type { Deps } from '../../platform/capability/deps.ts';
import type { Tx } from '../../platform/database/database.ts';
import { notifyEach } from '../../platform/database/listen.ts';
import type { DeliveryHandler } from '../../platform/deliveries/attempt-delivery.ts';
import type { DeliveryPayloads } from '../../platform/deliveries/queue.ts';
import type { TicketEventPayload } from '../../product/tickets/events.ts';
import type { TicketAction } from '../../product/tickets/lifecycle.ts';
import { newsOfDeadline } from './deadlines.ts';
import { dueTime } from './due-time.ts';
import type { NotificationEvent } from './events.ts';
import { channelsFor, type JoinedPreferences, timingOf } from './preferences.ts';
import {
  type News,
  newsOfComment,
  newsOfHandBack,
  newsOfInvitation,
  newsOfReport,
  newsOfTicketEvent,
  newsOfWebhook,
} from './recipients.ts';
import { addSends, type NewSend } from './sends.ts';

type FanOutDeps = Pick<Deps, 'db' | 'clock'>;

/** Writes the notifications of an event to the inboxes of its recipients, and hands them to the channels that they turned on. */
export function createFanOut({ db, clock }: FanOutDeps): DeliveryHandler<'notifications'> {
  return async ({ payload, tenant, created_at }) => {
    const told = await db.transaction(async (tx) => {
      if (!(await lockSubject(tx, payload))) return 0;
      if (payload.kind === 'ticket_event') await followOffer(tx, payload, clock());
      const news = await newsOf(tx, payload);
      let count = 0;
      for (const one of news) count += await tell(tx, one, tenant, new Date(created_at), clock());
      return count;
    });
    return told > 0 ? 'sent' : 'dropped';
  };
}

/**
 * Locks the ticket or the project that an event is about, before its notifications as a deletion does, which prevents deadlocks.
 * @returns false: it was deleted
 */
async function lockSubject(tx: Tx, payload: DeliveryPayloads['notifications']): Promise<boolean> {
  if ('ticket_id' in payload) return lockRow(tx, 'tickets', payload.ticket_id);
  if ('project_id' in payload) return lockRow(tx, 'projects', payload.project_id);
  return true;
}

/** @returns false: there is none */
async function lockRow(tx: Tx, table: 'tickets' | 'projects', id: number): Promise<boolean> {
  return (await tx.selectFrom(table).select('id').where('id', '=', id).forKeyShare().executeTakeFirst()) !== undefined;
}

function newsOf(tx: Tx, payload: DeliveryPayloads['notifications']): Promise<News[]> {
  switch (payload.kind) {
    case 'invitation':
      return newsOfInvitation(tx, payload);
    case 'hand_back':
      return newsOfHandBack(tx, payload.hand_back_id);
    case 'report_received':
      return newsOfReport(tx, payload.report_id);
    case 'deadline':
      return newsOfDeadline(tx, payload);
    case 'comment_added':
      return newsOfComment(tx, payload);
    case 'webhook_disabled':
      return Promise.resolve([newsOfWebhook(payload)]);
    case 'ticket_event':
      return newsOfTicketEvent(tx, payload.event_id, payload.ticket_id, payload.action);
  }
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
 * @param tenant who caused it
 * @param at when it happened
 * @returns how many were told
 */
export async function tell(
  tx: Tx,
  { event, cause, userIds, ticketId, projectId, reportId, params, isOver = false }: News,
  tenant: string,
  at: Date,
  now: Date,
): Promise<number> {
  const { rows } = await sql<Told>`
    with told as (
      insert into notifications (user_id, event, ticket_id, project_id, report_id, cause, params, created_at, read_at)
      select u.id, ${event}, ${ticketId}::integer, ${projectId}::integer, ${reportId ?? null}::uuid, ${cause},
        ${JSON.stringify(params)}::jsonb,
        ${at}::timestamptz, ${isOver ? now : null}::timestamptz
      from users as u where u.id = any(${userIds}::uuid[]) and u.is_active
      on conflict (user_id, cause) do nothing
      returning id, user_id
    )
    select told.id, told.user_id, p.events, p.quiet_from, p.quiet_to, p.timezone, p.urgent_breaks, p.digest_at
    from told left join notification_preferences as p on p.user_id = told.user_id`.execute(tx);
  if (rows.length === 0) return 0;
  const sends = isOver ? [] : rows.flatMap((told) => sendsOf(told, event, params.priority === 'high', now));
  if (sends.length > 0) await addSends(tx, ticketId, sends, tenant, now);
  await notifyEach(
    tx,
    'notifications',
    rows.map(({ user_id }) => user_id),
  );
  return rows.length;
}

interface Told extends JoinedPreferences {
  id: number;
  user_id: string;
}

function sendsOf(told: Told, event: NotificationEvent, isUrgent: boolean, now: Date): NewSend[] {
  const on = channelsFor(told, event);
  if (on.length === 0) return [];
  const { at, reason } = dueTime(now, timingOf(told), isUrgent);
  const state: NewSend['state'] = reason ? 'waiting' : 'queued';
  const shared = { notification_id: told.id, user_id: told.user_id, state, reason, due_at: at.toISOString() };
  return on.map((channel) => ({ ...shared, channel }));
}
