import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { causingSpan } from '../../../platform/deliveries/queue.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { conflict, forbidden, type HttpError, notFound } from '../../../platform/http/errors.ts';
import { directionOf, type Page } from '../../../platform/http/pagination.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import { type Subscriptions, subscribedRows } from '../../../platform/module/events.ts';
import { type Actor, isAssignee, seesTicket } from '../../visibility.ts';
import type { TicketStatus } from '../lifecycle.ts';
import { ticketChangeNotice } from '../notify-change.ts';
import { type PresentedTicket, present, type TicketRow, ticketColumns } from '../queries.ts';
import type { HandBack, HandBackQuery } from './schemas.ts';

/** Before the work begins: whoever has started finishes, or asks the client or an admin to reassign the ticket. */
export const handBackStatuses = ['assigned', 'rejected'] as const satisfies readonly TicketStatus[];

const maxAttempts = 3;

/**
 * Marks a ticket as handed back by its worker, who keeps it until somebody reassigns it; the statement locks the ticket, so a
 * start, a reassignment or a cancellation comes before or after it.
 * @throws 404 no such ticket, 403 not visible, 409 not the worker's, another status, or handed back already
 */
export async function handBack(
  { db, subscriptions }: Pick<Deps, 'db' | 'subscriptions'>,
  actor: Actor,
  ticketId: number,
  reason: string,
  now: Date,
): Promise<PresentedTicket> {
  const actingId = actor.sender?.id ?? null;
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const deliveries = insertDeliveries(subscriptions, now);
    const { rows } = await db.statement((writer) =>
      sql<TicketRow>`
        with ticket as (
          select t.* from tickets as t
          where t.id = ${ticketId} and ${isAssignee(actor.id)} and t.status in (${sql.join(handBackStatuses)})
          for update of t
        ), mark as (
          insert into ticket_hand_backs (ticket_id, worker_id, worker_name, actor_id, actor_name, reason, created_at)
          select t.id, t.worker_id, (select name from users where id = t.worker_id),
            ${actingId}::uuid, coalesce((select name from users where id = ${actingId}), ''), ${reason}, ${now}::timestamptz from ticket as t
          on conflict (ticket_id) where is_open do nothing
          returning id, ticket_id
        )${deliveries ? sql`, deliveries_of_mark as (${deliveries})` : sql``}
        select ${ticketColumns}, ${ticketChangeNotice(sql`t.id`)} from ticket as t join mark on mark.ticket_id = t.id`.execute(
        writer,
      ),
    );
    if (rows[0]) return present(rows[0]);
    const error = await handBackError(db.read, actor, ticketId);
    if (error) throw error;
  }
  throw conflict('ticket_changed_by_others', errorMessages.ticketChangedByOthers);
}

function insertDeliveries(subscriptions: Subscriptions, now: Date): RawBuilder<unknown> | undefined {
  const subscribed = subscriptions.queuesFor('hand_back', {});
  if (subscribed.length === 0) return undefined;
  return sql`
    insert into deliveries (queue, payload, tenant, created_at, traceparent)
    select queue, jsonb_build_object('kind', 'hand_back', 'ticket_id', mark.ticket_id, 'hand_back_id', mark.id), ticket.client_id,
      ${now}::timestamptz, ${causingSpan()}
    from mark join ticket on ticket.id = mark.ticket_id, ${subscribedRows(subscribed)}`;
}

async function handBackError(db: Db, actor: Actor, ticketId: number): Promise<HttpError | undefined> {
  const ticket = await db
    .selectFrom('tickets as t')
    .select(['t.status', 't.worker_id', seesTicket(actor).as('visible')])
    .select(sql<boolean>`exists (select from ticket_hand_backs where ticket_id = t.id and is_open)`.as('is_handed_back'))
    .where('t.id', '=', ticketId)
    .executeTakeFirst();
  if (!ticket) return notFound('ticket');
  if (!ticket.visible) return forbidden('ticket_not_found', errorMessages.notYourTicket);
  if (ticket.worker_id !== actor.id) return conflict('not_assigned_to_you', errorMessages.notAssignedToYou);
  if (!handBackStatuses.some((status) => status === ticket.status))
    return conflict('transition_not_allowed', `cannot hand back a ticket that is ${ticket.status}`);
  return ticket.is_handed_back ? conflict('handed_back_already', errorMessages.handedBackAlready) : undefined;
}

/** Lists the hand-backs of a ticket; its caller has checked that the ticket may be seen. */
export async function listHandBacks(db: Db, ticketId: number, query: HandBackQuery): Promise<Page<HandBack>> {
  const direction = directionOf(query, 'asc');
  const handBacks = db.selectFrom('ticket_hand_backs').where('ticket_id', '=', ticketId);
  const [rows, { total }] = await Promise.all([
    handBacks
      .select(['id', 'ticket_id', 'worker_name', 'actor_name', 'reason', 'is_open', 'created_at'])
      .select(sql<string>`coalesce(worker_id::text, '')`.as('worker_id'))
      .select(sql<string>`coalesce(actor_id::text, '')`.as('actor_id'))
      .orderBy('id', direction)
      .limit(query.limit)
      .offset(query.offset)
      .execute(),
    handBacks.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ]);
  const items = rows.map(({ actor_id, actor_name, ...handBack }) =>
    actor_name === '' ? handBack : { ...handBack, actor_id, actor_name },
  );
  return { items, total, limit: query.limit, offset: query.offset };
}
