import type { Db } from '../../platform/database/database.ts';
import type { Page } from '../../platform/http/pagination.ts';
import type { Actor } from '../visibility.ts';
import { type PresentedTicket, present } from './queries.ts';
import type { TicketQuery } from './schemas.ts';
import { readTicketList } from './ticket-list.ts';

/** The tickets that an actor sees: one page and the exact total (docs/decisions/lists.md). */
export async function listTickets(db: Db, actor: Actor, query: TicketQuery): Promise<Page<PresentedTicket>> {
  const { rows, total } = await readTicketList(db, { actor, query });
  return { items: rows.map(present), total, limit: query.limit, offset: query.offset };
}
