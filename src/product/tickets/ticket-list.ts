import type { Db } from '../../platform/database/database.ts';
import type { Page } from '../../platform/http/pagination.ts';
import type { Actor } from '../visibility.ts';
import { hasSlowFilter, type ListPlan, ofAskedWorkers, planOf, type TicketList, widenList } from './list-filters.ts';
import { countedPageStatement, type ListRow, pageStatement, readSparseColumns, rowsStatement } from './list-page.ts';
import { countTickets } from './list-total.ts';
import { type PresentedTicket, present } from './queries.ts';
import type { TicketQuery } from './schemas.ts';

/** The rows of a page, and how many tickets its list has: when that is more than the list's `maxTotal`, at least one more. */
interface ListResult {
  rows: ListRow[];
  total: number;
}

/** Reads a page of a list of tickets and the total of the list. Every operation that shows one goes through this. */
export async function readTicketList(db: Db, asked: TicketList): Promise<ListResult> {
  const list = await ofAskedWorkers(db, asked);
  let result = await readOnce(db, list);
  const widerList = result.total === 0 ? await widenList(db, list) : undefined;
  if (widerList) result = await readOnce(db, widerList);
  await readSparseColumns(db, list, result.rows);
  return result;
}

async function readOnce(db: Db, list: TicketList): Promise<ListResult> {
  const plan = planOf(list);
  if (!plan) return { rows: [], total: 0 };
  if (hasSlowFilter(list.query, list.added?.additions)) return readCountedPage(db, plan);
  const [rows, total] = await Promise.all([readPage(db, plan), countTickets(db, plan)]);
  return { rows, total };
}

const readPage = async (db: Db, plan: ListPlan): Promise<ListRow[]> => (await pageStatement(plan).execute(db)).rows;

/** Reads all ids of a list, or a page in its order when they are too many to be counted. */
async function readCountedPage(db: Db, plan: ListPlan): Promise<ListResult> {
  const { rows } = await countedPageStatement(plan).execute(db);
  const { total, ids } = rows[0] ?? { total: 0, ids: [] };
  if (plan.maxTotal !== undefined && total > plan.maxTotal) return { rows: await readPage(db, plan), total };
  if (ids.length === 0) return { rows: [], total };
  const page = await rowsStatement(plan, ids).execute(db);
  return { rows: page.rows, total };
}

/** The tickets that an actor sees: one page and the exact total (docs/decisions/lists.md). */
export async function listTickets(db: Db, actor: Actor, query: TicketQuery): Promise<Page<PresentedTicket>> {
  const { rows, total } = await readTicketList(db, { actor, query });
  return { items: rows.map(present), total, limit: query.limit, offset: query.offset };
}
