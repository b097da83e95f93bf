import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { forbidden, notFound } from '../../../platform/http/errors.ts';
import { type Page, selectPage } from '../../../platform/http/pagination.ts';
import { type Actor, seesCosts, seesTicket } from '../../visibility.ts';
import {
  type CostEditQuery,
  type CostQuery,
  defaultCurrency,
  type LastCost,
  type LastCostQuery,
  type TicketCost,
  type TicketCostEdit,
} from './schemas.ts';
import './tables.ts';

/**
 * Checks that an account sees the costs of a ticket.
 * @throws 404 no such ticket; 403 not visible, or its costs are not
 */
export async function requireVisibleCosts(db: Db, actor: Actor, ticketId: number): Promise<void> {
  const ticket = await db
    .selectFrom('tickets as t')
    .select([seesTicket(actor).as('visible'), seesCosts(actor).as('sees_costs')])
    .where('t.id', '=', ticketId)
    .executeTakeFirst();
  if (!ticket) throw notFound('ticket');
  if (!ticket.visible) throw forbidden('ticket_not_found', errorMessages.notYourTicket);
  if (!ticket.sees_costs) throw forbidden('costs_not_for_you', errorMessages.costsNotForYou);
}

/** @returns whether an account sees the costs of a ticket that it sees */
export async function readsCosts(db: Db, actor: Actor, ticketId: number): Promise<boolean> {
  const ticket = db.selectFrom('tickets as t').select('t.id').where('t.id', '=', ticketId);
  return (await ticket.where(seesCosts(actor)).executeTakeFirst()) !== undefined;
}

/** @throws 404 no such line */
export async function ticketOfCost(db: Db, costId: number): Promise<number> {
  const line = await db.selectFrom('ticket_costs').select('ticket_id').where('id', '=', costId).executeTakeFirst();
  if (!line) throw notFound('cost');
  return line.ticket_id;
}

/** The ticket of a line that is there, or was and has been removed. @throws 404 there was never one */
export async function ticketOfFormerCost(db: Db, costId: number): Promise<number> {
  const { rows } = await sql<{ ticket_id: number }>`
    (select ticket_id from ticket_costs where id = ${costId})
    union all (select ticket_id from ticket_cost_edits where cost_id = ${costId} limit 1)`.execute(db);
  if (!rows[0]) throw notFound('cost');
  return rows[0].ticket_id;
}

/** What a ticket's costs count in; `t` is its row. */
export const currencyOfTicket = sql<string>`coalesce(
  (select s.currency from project_costs as s where s.project_id = t.project_id), ${sql.lit(defaultCurrency)})`;

const linesOf = (db: Db) =>
  db
    .selectFrom('ticket_costs as c')
    .innerJoin('tickets as t', 't.id', 'c.ticket_id')
    .select(['c.id', 'c.ticket_id', 'c.kind', 'c.text', 'c.quantity', 'c.unit', 'c.unit_price', 'c.amount'])
    .select(currencyOfTicket.as('currency'))
    .select(['c.worker_id', 'c.worker_name', sql<string>`c.on_day::text`.as('on')])
    .select([sql<string>`coalesce(c.created_by::text, '')`.as('created_by'), 'c.created_by_name', 'c.created_at']);

/** @throws 404 no such line */
export async function getCost(db: Db, id: number): Promise<TicketCost> {
  const line = await linesOf(db).where('c.id', '=', id).executeTakeFirst();
  if (!line) throw notFound('cost');
  return line;
}

const columnsOfSorts = { created_at: 'c.created_at', on: 'c.on_day' };

/** Lists the lines of a ticket, whose visibility the caller has checked, with the currency of its project. */
export async function listCosts(db: Db, ticketId: number, query: CostQuery): Promise<Page<TicketCost> & { currency: string }> {
  const lines = linesOf(db).where('c.ticket_id', '=', ticketId);
  const sorts = { column: columnsOfSorts[query.sort], id: 'c.id', direction: 'asc' } as const;
  const ticket = db.selectFrom('tickets as t').select(currencyOfTicket.as('currency')).where('t.id', '=', ticketId);
  const [page, { currency = defaultCurrency } = {}] = await Promise.all([
    selectPage(lines, query, sorts),
    ticket.executeTakeFirst(),
  ]);
  return { ...page, currency };
}

/** Among so many of its newest lines the last ones of an account are looked for. */
const newestLines = 500;

/** Lists what an account has written down last: of lines that are the same but for their price, quantity and day, the newest one. */
export function listLastCosts(db: Db, { id }: Actor, query: LastCostQuery): Promise<Page<LastCost>> {
  const newest = linesOf(db).where('c.created_by', '=', id).orderBy('c.id', 'desc').limit(newestLines);
  const last = db
    .selectFrom(newest.as('c'))
    .distinctOn(['c.kind', 'c.text', 'c.unit', 'c.currency'])
    .select(['c.id', 'c.kind', 'c.text', 'c.unit', 'c.unit_price', 'c.currency', 'c.created_at'])
    .orderBy('c.kind')
    .orderBy('c.text')
    .orderBy('c.unit')
    .orderBy('c.currency')
    .orderBy('c.id', 'desc');
  const lines = db
    .selectFrom(last.as('c'))
    .select(['c.id', 'c.kind', 'c.text', 'c.unit', 'c.unit_price', 'c.currency', 'c.created_at']);
  return selectPage(lines, query, { column: 'c.created_at', id: 'c.id', direction: 'desc' });
}

/**
 * Lists the changes of lines, the oldest first; the caller has checked that they may be seen.
 * @param of the ticket, or one line of it
 */
export async function listCostEdits(
  db: Db,
  of: { ticketId: number } | { costId: number },
  query: CostEditQuery,
): Promise<Page<TicketCostEdit>> {
  const isMeant = 'costId' in of ? sql<SqlBool>`e.cost_id = ${of.costId}` : sql<SqlBool>`e.ticket_id = ${of.ticketId}`;
  const edits = db
    .selectFrom('ticket_cost_edits as e')
    .select(['e.id', 'e.ticket_id', 'e.cost_id', 'e.change', 'e.kind', 'e.text', 'e.quantity', 'e.unit', 'e.unit_price'])
    .select(['e.amount', 'e.worker_id', 'e.worker_name', sql<string>`e.on_day::text`.as('on'), 'e.actor_name', 'e.created_at'])
    .select(sql<string>`coalesce(e.actor_id::text, '')`.as('actor_id'))
    .where(isMeant);
  const page = await selectPage(edits, query, { column: `e.${query.sort}`, id: 'e.id', direction: 'asc' });
  return {
    ...page,
    items: page.items.map(({ id, ticket_id, cost_id, change, actor_id, actor_name, created_at, ...before }) => ({
      id,
      ticket_id,
      cost_id,
      change,
      before,
      actor_id,
      actor_name,
      created_at,
    })),
  };
}
