import '../../tickets/appointments/tables.ts';
import '../../tickets/checklists/tables.ts';
import '../../tickets/edits/tables.ts';
import '../../places/equipment/tables.ts';
import '../../tickets/holds/tables.ts';
import '../../tickets/quotes/tables.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { currencyOfTicket } from '../../tickets/costs/queries.ts';
import type { ArchivedTicket } from './format.ts';

// What a bundle contains of a ticket beside its journal, its comments and its files, in the order in which it was written.

export const readEdits = (db: Db, ticketId: number) =>
  db
    .selectFrom('ticket_edits')
    .select(['field', 'old_value as from', 'new_value as to', 'actor_name', 'created_at'])
    .where('ticket_id', '=', ticketId)
    .orderBy('id')
    .execute();

export const readHolds = (db: Db, ticketId: number) =>
  db
    .selectFrom('ticket_holds')
    .select(['by_name', 'reason', 'note', 'since', 'until', 'ended_at'])
    .where('ticket_id', '=', ticketId)
    .orderBy('id')
    .execute();

const lineColumns = ['kind', 'text', 'quantity', 'unit', 'unit_price', 'amount', 'worker_name'] as const;
const day = sql<string>`on_day::text`.as('on');

export async function readCosts(db: Db, ticketId: number): Promise<ArchivedTicket['costs']> {
  const lines = await db
    .selectFrom('ticket_costs')
    .select(['id', ...lineColumns, day, 'created_by_name', 'created_at'])
    .where('ticket_id', '=', ticketId)
    .orderBy('id')
    .execute();
  const edits = await db
    .selectFrom('ticket_cost_edits')
    .select(['cost_id', 'change', ...lineColumns, day, 'actor_name', 'created_at'])
    .where('ticket_id', '=', ticketId)
    .orderBy('id')
    .execute();
  if (lines.length === 0 && edits.length === 0) return undefined;
  const ticket = db.selectFrom('tickets as t').select(currencyOfTicket.as('currency')).where('t.id', '=', ticketId);
  const { currency } = await ticket.executeTakeFirstOrThrow();
  return {
    currency,
    lines,
    edits: edits.map(({ cost_id, change, actor_name, created_at, ...before }) => ({
      cost_id,
      change,
      before,
      actor_name,
      created_at,
    })),
  };
}

export const readQuotes = (db: Db, ticketId: number) =>
  db
    .selectFrom('ticket_quotes as q')
    .innerJoin('tickets as t', 't.id', 'q.ticket_id')
    .select(['q.status', currencyOfTicket.as('currency'), 'q.total', 'q.lines', 'q.note', 'q.valid_until', 'q.sent_by_name'])
    .select(['q.sent_at', 'q.answered_by_name', 'q.ended_at', 'q.reason'])
    .where('q.ticket_id', '=', ticketId)
    .orderBy('q.id')
    .execute();

/** The links in both directions. */
export const readLinks = (db: Db, ticketId: number) =>
  db
    .selectFrom('ticket_links')
    .select('kind')
    .select(sql<string>`case when from_id = ${ticketId} then 'out' else 'in' end`.as('direction'))
    .select(sql<number>`case when from_id = ${ticketId} then to_id else from_id end`.as('ticket_id'))
    .where((eb) => eb.or([eb('from_id', '=', ticketId), eb('to_id', '=', ticketId)]))
    .orderBy('id')
    .execute();

export async function readTags(db: Db, ticketId: number): Promise<string[]> {
  const rows = await db.selectFrom('ticket_tags').select('tag').where('ticket_id', '=', ticketId).orderBy('position').execute();
  return rows.map(({ tag }) => tag);
}

export async function readEquipment(db: Db, ticketId: number): Promise<{ id: number; name: string } | null> {
  const equipment = await db
    .selectFrom('ticket_equipment as e')
    .innerJoin('equipment as q', 'q.id', 'e.equipment_id')
    .select(['q.id', 'q.name'])
    .where('e.ticket_id', '=', ticketId)
    .executeTakeFirst();
  return equipment ?? null;
}

export const readAppointments = (db: Db, ticketId: number) =>
  db
    .selectFrom('ticket_appointments')
    .select(['set_by_name', 'from_at as from', 'to_at as to', 'note', 'set_at', 'answer', 'answer_note', 'ended_at'])
    .where('ticket_id', '=', ticketId)
    .orderBy('id')
    .execute();

export async function readChecklist(db: Db, ticketId: number) {
  const copies = db.selectFrom('ticket_checklists').select('name').where('ticket_id', '=', ticketId);
  const copy = await copies.executeTakeFirst();
  if (!copy) return null;
  const items = await db
    .selectFrom('ticket_checklist_items')
    .select(['label', 'kind', 'required', 'state', 'answered_by_name', 'photo_id'])
    .select([sql<string | null>`value #>> '{}'`.as('value'), sql<string>`coalesce(unit, '')`.as('unit')])
    .select(sql<string | null>`case when state <> 'open' then answered_at end`.as('answered_at'))
    .where('ticket_id', '=', ticketId)
    .orderBy('position')
    .execute();
  return { ...copy, items };
}
