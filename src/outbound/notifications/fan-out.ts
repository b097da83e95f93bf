import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { notifyOfEach } from '../../platform/database/listen.ts';
import type { DeliveryHandler } from '../../platform/deliveries/attempt-delivery.ts';
import type { DeliveryPayloads } from '../../platform/deliveries/queue.ts';
import type { Deps } from '../../platform/module/deps.ts';
import type { TicketAction } from '../../product/tickets/lifecycle.ts';
import { dueTime } from './due-time.ts';
import type { EventMessage } from './event-messages.ts';
import { type NotificationEvent, notificationEvents, notificationKinds } from './kinds.ts';
import { messagesAbout } from './message-sources.ts';
import { channelsFor, type JoinedPreferences, timingOf } from './preferences.ts';
import { concernsReporters, notifyReporters } from './reporters.ts';
import { addSends, type NewSend } from './sends.ts';

type FanOutDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'deliveries'>;

/**
 * Writes the notifications of an event to the inboxes of its recipients, and hands them to the channels that they turned on. Those who
 * reported the ticket without an account get mails.
 */
export function createFanOut(deps: FanOutDeps): DeliveryHandler<'notifications'> {
  const { db, clock } = deps;
  return async (delivery) => {
    const { payload, tenant, created_at } = delivery;
    const recipients = await db.transaction(async (tx) => {
      // Each cause notifies an account once; mails leave no row, so what causes them ends with the transaction that enqueues them.
      const notifiesReporters = deps.config.smtp && concernsReporters(payload) && (await deps.deliveries.end(tx, delivery));
      const settledTicket =
        payload.kind === 'ticket_event' && actionsOnRequests.has(payload.action) ? payload.ticket_id : undefined;
      const isThere = settledTicket === undefined ? await lockSubject(tx, payload) : await lockRequests(tx, settledTicket);
      if (!isThere) return 0;
      const messages = await messagesAbout(tx, payload, clock());
      let recipients = 0;
      for (const message of messages) recipients += await addNotifications(tx, message, tenant, new Date(created_at), clock());
      if (notifiesReporters) await notifyReporters(tx, deps, payload, new Date(created_at));
      if (settledTicket !== undefined) await markSettled(tx, settledTicket, clock());
      return recipients;
    });
    return recipients > 0 ? 'sent' : 'dropped';
  };
}

/**
 * Locks the ticket, the project or the document that an event is about, before its notifications as a deletion does, which prevents deadlocks.
 * @returns false: it was deleted
 */
async function lockSubject(tx: Tx, payload: DeliveryPayloads['notifications']): Promise<boolean> {
  if (payload.kind === 'document_expiring') return lockRow(tx, 'documents', payload.document_id);
  if ('ticket_id' in payload) return lockRow(tx, 'tickets', payload.ticket_id);
  if ('project_id' in payload) return lockRow(tx, 'projects', payload.project_id);
  return true;
}

/** @returns false: there is none */
async function lockRow(tx: Tx, table: 'tickets' | 'projects' | 'documents', id: number): Promise<boolean> {
  return (await tx.selectFrom(table).select('id').where('id', '=', id).forKeyShare().executeTakeFirst()) !== undefined;
}

/** After which what a notification of the ticket asks for is to be done, or not any more. */
const actionsOnRequests: ReadonlySet<TicketAction> = new Set([
  'created',
  'assigned',
  'done',
  'confirmed',
  'rejected',
  'canceled',
]);

/**
 * Locks a ticket, and then what its notifications ask for. Instances that handle events of it at once wait for each other: otherwise one could add a notification after another
 * one has found nothing to mark.
 * @returns false: it was deleted
 */
async function lockRequests(tx: Tx, ticketId: number): Promise<boolean> {
  const { rows } = await sql`
    with locked as materialized (select id from tickets where id = ${ticketId} for key share)
    select pg_advisory_xact_lock(hashtextextended('offer ' || id::text, 0)) from locked`.execute(tx);
  return rows.length > 0;
}

const requestsWhile = (status: 'new' | 'done'): NotificationEvent[] =>
  notificationEvents.filter((event) => notificationKinds[event].asksWhile === status);

/** Marks as read what asks for something that was done or is not to be done: to take a ticket, to assign it, or to confirm its work. */
async function markSettled(tx: Tx, ticketId: number, now: Date): Promise<void> {
  await tx
    .with('settled', (db) =>
      db
        .updateTable('notifications as n')
        .from('tickets as t')
        .set({ read_at: now })
        .whereRef('t.id', '=', 'n.ticket_id')
        .where('n.ticket_id', '=', ticketId)
        .where('n.read_at', 'is', null)
        .where((eb) =>
          eb.or([
            eb('n.event', 'in', requestsWhile('new')).and('t.status', '!=', 'new'),
            eb('n.event', 'in', requestsWhile('done')).and('t.status', '!=', 'done'),
          ]),
        )
        .returning('n.user_id'),
    )
    .selectFrom('settled')
    .select(notifyOfEach('notifications', sql`user_id`).as('notified'))
    .execute();
}

/**
 * Adds the notifications of a message to the inboxes of its recipients, once for each cause, with their sends.
 * @param tenant who caused it
 * @param at when it happened
 * @returns how many recipients had not got it yet
 */
export async function addNotifications(
  tx: Tx,
  {
    event,
    cause,
    recipientIds,
    actorId = null,
    ticketId,
    projectId,
    reportId,
    documentId,
    params,
    conditionHolds = true,
  }: EventMessage,
  tenant: string,
  at: Date,
  now: Date,
): Promise<number> {
  const { rows } = await sql<Recipient>`
    with recipients as (
      select id, '{}'::jsonb as principal from unnest(${recipientIds}::uuid[]) as id
      ${notificationKinds[event].isOwnersAffair ? sql`` : sql`union all ${deputiesOf(recipientIds, actorId)}`}
    ), added as (
      insert into notifications (user_id, event, ticket_id, project_id, report_id, document_id, cause, params, created_at, read_at)
      select u.id, ${event}, ${ticketId}::integer, ${projectId}::integer, ${reportId ?? null}::uuid, ${documentId ?? null}::integer, ${cause},
        ${JSON.stringify(params)}::jsonb || r.principal,
        ${at}::timestamptz, ${conditionHolds ? null : now}::timestamptz
      from recipients as r join users as u on u.id = r.id where u.is_active
      on conflict (user_id, cause) do nothing
      returning id, user_id
    )
    select ${notifyOfEach('notifications', sql`added.user_id`)}, added.id, added.user_id, p.events, p.quiet_from, p.quiet_to, p.timezone, p.urgent_breaks, p.digest_at
    from added left join notification_preferences as p on p.user_id = added.user_id`.execute(tx);
  if (rows.length === 0) return 0;
  const sends = conditionHolds ? rows.flatMap((recipient) => sendsOf(recipient, event, params.priority === 'high', now)) : [];
  if (sends.length > 0) await addSends(tx, ticketId, sends, tenant, now);
  return rows.length;
}

/**
 * A SELECT of the deputies who get the notifications of these clients, with the client in the params. The table account_grants belongs to
 * product/grants, which may be missing: then it is empty.
 */
const deputiesOf = (recipientIds: string[], actorId: string | null) => sql`
  select g.deputy_id, jsonb_build_object('principal_id', p.id, 'principal_name', p.name)
  from account_grants as g join users as p on p.id = g.principal_id
  where g.principal_id = any(${recipientIds}::uuid[]) and g.notify and p.is_active
    and g.deputy_id <> all(${recipientIds}::uuid[]) and g.deputy_id is distinct from ${actorId}::uuid`;

interface Recipient extends JoinedPreferences {
  id: number;
  user_id: string;
}

function sendsOf(recipient: Recipient, event: NotificationEvent, isUrgent: boolean, now: Date): NewSend[] {
  const on = channelsFor(recipient, event);
  if (on.length === 0) return [];
  const { at, reason } = dueTime(now, timingOf(recipient), isUrgent);
  const state: NewSend['state'] = reason ? 'waiting' : 'queued';
  const shared = { notification_id: recipient.id, user_id: recipient.user_id, state, reason, due_at: at.toISOString() };
  return on.map((channel) => ({ ...shared, channel }));
}
