import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { errorMessages } from '../../platform/http/error-messages.ts';
import { forbidden, notFound } from '../../platform/http/errors.ts';
import { directionOf, type Page } from '../../platform/http/pagination.ts';
import { type Actor, seesTicket } from '../visibility.ts';
import type { TicketRecurring } from './recurrence-schemas.ts';
import type { EventQuery } from './schemas.ts';

/**
 * Assigned and not closed: the condition of the index tickets_in_work (016_open_work_of_clients.sql), word for word, because
 * otherwise the planner does not use the index.
 */
export const isInWork = sql<SqlBool>`status not in ('new', 'closed')`;

/**
 * What a ticket shows, over any source with the alias `t`, in the order of its schema. Names come from scalar
 * sub-selects: with joins the planner reads all accounts for each page.
 */
export const ticketColumns = sql<TicketRow>`
  t.id, t.status, t.category, t.priority, t.description, t.floor, t.address,
  t.project_id, (select name from projects where id = t.project_id) as project_name,
  t.object_id, (select name from objects where id = t.object_id) as object_name,
  t.client_id, (select name from users where id = t.client_id) as client_name,
  t.worker_id, (select name from users where id = t.worker_id) as worker_name,
  t.assigned_at, t.assigned_by, t.started_at, t.done_at, t.confirmed_at, t.rejected_at, t.closed_at, t.closed_by,
  t.reject_reason, t.cancel_reason, t.rework_count, t.created_at`;

export interface TicketRow extends Omit<Selectable<Tables['tickets']>, 'rule_id' | 'reminded_at' | 'updated_at' | 'reference'> {
  project_name: string;
  object_name: string;
  client_name: string;
  worker_name: string | null;
}

type NullableKeys<T> = { [K in keyof T]: null extends T[K] ? K : never }[keyof T];

/** Keys whose value may be null become optional: what is not set yet is left out of the answer. */
type WithoutNulls<T> = { [K in keyof T as null extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as null extends T[K] ? K : never]?: NonNullable<T[K]>;
};
export type PresentedTicket = WithoutNulls<TicketRow>;

const mayBeNull: Record<NullableKeys<TicketRow>, true> = {
  worker_id: true,
  worker_name: true,
  assigned_at: true,
  assigned_by: true,
  started_at: true,
  done_at: true,
  confirmed_at: true,
  rejected_at: true,
  closed_at: true,
  closed_by: true,
  reject_reason: true,
  cancel_reason: true,
};
const nullable = Object.keys(mayBeNull) as NullableKeys<TicketRow>[];

/** Changes the row itself, which is nobody else's: a copy of each would double what a list leaves to be collected. */
export function present(row: { [K in keyof TicketRow]: TicketRow[K] | undefined }): PresentedTicket {
  for (const key of nullable) row[key] ??= undefined; // which the serializer leaves out
  return row as PresentedTicket;
}

/** @throws 404 missing, 403 not visible to the actor */
export async function getTicket(db: Db, actor: Actor, id: number): Promise<PresentedTicket & { recurring?: TicketRecurring }> {
  const { rows } = await sql<TicketRow & { visible: SqlBool | null; rule_id: number | null }>`
    select ${ticketColumns}, t.rule_id, ${seesTicket(actor)} as visible
    from tickets as t where t.id = ${id}`.execute(db);
  if (!rows[0]) throw notFound('ticket');
  const { visible, rule_id, ...ticket } = rows[0];
  if (!visible) throw forbidden('ticket_not_found', errorMessages.notYourTicket);
  const recurring = rule_id === null ? undefined : await recurringOf(db, rule_id);
  return { ...present(ticket), ...(recurring && { recurring }) };
}

async function recurringOf(db: Db, ruleId: number): Promise<TicketRecurring | undefined> {
  return db
    .selectFrom('recurring_rules')
    .select(['id as rule_id', 'anchor_at', 'period_days', 'is_active', 'next_run_at'])
    .where('id', '=', ruleId)
    .executeTakeFirst();
}

/** @throws 404 missing, 403 not visible to the actor */
export async function requireVisibleTicket(db: Db, actor: Actor, id: number): Promise<void> {
  const row = await db
    .selectFrom('tickets as t')
    .select(seesTicket(actor).as('visible'))
    .where('t.id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('ticket');
  if (!row.visible) throw forbidden('ticket_not_found', errorMessages.notYourTicket);
}

/** The journal of a ticket; its caller has seen to it that the ticket may be seen. */
export async function listEvents(db: Db, ticketId: number, query: EventQuery) {
  const direction = directionOf(query, 'asc');
  const events = db.selectFrom('ticket_events as e').where('e.ticket_id', '=', ticketId);
  const [items, { total }] = await Promise.all([
    events
      .select(['e.id', 'e.ticket_id', 'e.action', 'e.to_status', 'e.actor_name', 'e.comment', 'e.created_at'])
      .select(sql<string>`coalesce(e.from_status::text, '')`.as('from_status'))
      .select(sql<string>`coalesce(e.actor_id::text, '')`.as('actor_id'))
      .orderBy(`e.${query.sort}`, direction)
      .orderBy('e.id', direction)
      .limit(query.limit)
      .offset(query.offset)
      .execute(),
    events.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ]);
  return { items, total, limit: query.limit, offset: query.offset } satisfies Page<unknown>;
}
