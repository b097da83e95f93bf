import './tables.ts';
import { type RawBuilder, sql } from 'kysely';
import { senderIdOf } from '../../../platform/audit/audit-log.ts';
import type { Db, Tx } from '../../../platform/database/database.ts';
import { causingSpan } from '../../../platform/deliveries/queue.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { conflict, forbidden, notFound } from '../../../platform/http/errors.ts';
import { selectPage } from '../../../platform/http/pagination.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import { subscribedRows } from '../../../platform/module/events.ts';
import type { Actor } from '../../visibility.ts';
import type { TicketEditedPayload } from '../events.ts';
import type { TicketStatus } from '../lifecycle.ts';
import { ticketChangeNotice } from '../notify-change.ts';
import type { EditQuery, EditTicket } from './schemas.ts';

/** Of one ticket, so that what is kept of it, and what its deletion takes, has a limit. */
export const maxEdits = 500;

/**
 * Corrects a ticket, and sets its reference, which is no correction and can be set on a closed ticket.
 * @throws 404 no such ticket, 403 another client's, 409 closed, too many corrections, reference taken
 */
export async function changeTicket(
  tx: Tx,
  deps: Pick<Deps, 'subscriptions'>,
  actor: Actor,
  ticketId: number,
  { reference, ...corrections }: EditTicket,
  now: Date,
): Promise<void> {
  const status = await lockEditable(tx, actor, ticketId);
  if (Object.keys(corrections).length > 0) {
    if (status === 'closed') throw conflict('ticket_closed', errorMessages.editOfClosedTicket);
    await correctTicket(tx, deps, actor, ticketId, corrections, now);
  }
  if (reference !== undefined) await setReference(tx, ticketId, reference);
}

/** Only a reference that differs is written, so that nobody is notified of a change that is none. */
async function setReference(tx: Tx, ticketId: number, reference: string): Promise<void> {
  await sql`
    with changed as (
      update tickets set reference = ${reference || null}
      where id = ${ticketId} and reference is distinct from ${reference || null} returning id
    )
    select ${ticketChangeNotice(sql`id`)} from changed`.execute(tx);
}

/**
 * Corrects a ticket that is locked. Only fields with another value than before are changed and recorded; when there is none, nothing happens.
 * Concurrent corrections wait for each other, and the later one records what the earlier one has written.
 * @throws 409 too many corrections
 */
async function correctTicket(
  tx: Tx,
  { subscriptions }: Pick<Deps, 'subscriptions'>,
  actor: Actor,
  ticketId: number,
  changes: Omit<EditTicket, 'reference'>,
  now: Date,
): Promise<void> {
  const subscribed = subscriptions.queuesFor('ticket_edited', { changesPriority: changes.priority !== undefined });
  const deliveries = subscribed.length > 0 ? insertDeliveries(subscribedRows(subscribed), now) : undefined;
  const editorId = senderIdOf(actor);
  const { description = null, category = null, priority = null, floor = null } = changes;
  const { rows } = await sql<{ edits: number }>`
    with edit as (
      select v.* from tickets as t, lateral (values
        (1, 'description', t.description, ${description}::text),
        (2, 'category', t.category::text, ${category}::text),
        (3, 'priority', t.priority::text, ${priority}::text),
        (4, 'floor', t.floor, ${floor}::text)
      ) as v (place, field, old_value, new_value)
      where t.id = ${ticketId} and v.new_value <> v.old_value
    ), changed as (
      update tickets set updated_at = ${now}, description = coalesce(${description}::text, description),
        category = coalesce(${category}::ticket_category, category), priority = coalesce(${priority}::ticket_priority, priority),
        floor = coalesce(${floor}::text, floor)
      where id = ${ticketId} and exists (select from edit)
      returning id, client_id, worker_id
    ), added as (
      insert into ticket_edits (ticket_id, field, old_value, new_value, actor_id, actor_name, created_at)
      select changed.id, field, old_value, new_value, ${editorId}::uuid,
        coalesce((select name from users where id = ${editorId}), ''), ${now}::timestamptz
      from edit, changed order by place
      returning id, ticket_id
    )${deliveries ? sql`, deliveries_of_edit as (${deliveries})` : sql``}
    select (select count(*) from ticket_edits where ticket_id = changed.id) + (select count(*) from added) as edits,
      ${ticketChangeNotice(sql`changed.id`)} as notified
    from changed`.execute(tx);
  if (rows[0] && rows[0].edits > maxEdits) throw conflict('too_many_edits', errorMessages.tooManyEdits);
}

/** Locks the ticket, so that neither a transition nor another correction changes it until the end of the transaction. */
async function lockEditable(tx: Tx, actor: Actor, ticketId: number): Promise<TicketStatus> {
  const ticket = await tx
    .selectFrom('tickets')
    .select(['client_id', 'status'])
    .where('id', '=', ticketId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!ticket) throw notFound('ticket');
  if (actor.role !== 'admin' && ticket.client_id !== actor.id) throw forbidden('ticket_not_found', errorMessages.notYourTicket);
  return ticket.status;
}

/** The INSERT that delivers the corrections in `added` as one event. */
function insertDeliveries(queues: RawBuilder<unknown>, now: Date): RawBuilder<unknown> {
  const kind: TicketEditedPayload['kind'] = 'ticket_edited';
  return sql`
    insert into deliveries (queue, payload, tenant, created_at, traceparent)
    select queue,
      jsonb_build_object('kind', ${kind}::text, 'ticket_id', changed.id, 'worker_id', changed.worker_id,
        'edit_ids', (select jsonb_agg(id order by id) from added)),
      changed.client_id, ${now}::timestamptz, ${causingSpan()}
    from changed, ${queues}`;
}

/** The corrections of a ticket, whose visibility the caller has checked; the oldest first. */
export function listEdits(db: Db, ticketId: number, query: EditQuery) {
  const edits = db
    .selectFrom('ticket_edits')
    .select(['id', 'field', 'old_value as from', 'new_value as to', 'actor_name', 'created_at'])
    .select(sql<string>`coalesce(actor_id::text, '')`.as('actor_id'))
    .where('ticket_id', '=', ticketId);
  return selectPage(edits, query, { column: query.sort, id: 'id', direction: 'asc' });
}
