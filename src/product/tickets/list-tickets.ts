import type { Db } from '../../platform/database/database.ts';
import type { Page } from '../../platform/http/pagination.ts';
import type { Actor, AssignmentState } from '../visibility.ts';
import { type TicketStatus, transitions } from './lifecycle.ts';
import { filtersOf } from './list-filters.ts';
import { readTicketPage } from './list-page.ts';
import { countTickets } from './list-total.ts';
import { type PresentedTicket, present } from './queries.ts';
import type { TicketQuery } from './schemas.ts';

/** The tickets that an actor sees: one page and the exact total (docs/decisions/lists.md). */
export async function listTickets(db: Db, actor: Actor, query: TicketQuery): Promise<Page<PresentedTicket>> {
  const { limit, offset, status } = query;
  // Looking for a status that no ticket has would read a whole index.
  if (status && !statusesInUse.has(status)) return { items: [], total: 0, limit, offset };
  const filters = filtersOf(query);
  const assignment = assignmentStateOf(status);
  const [rows, total] = await Promise.all([
    readTicketPage(db, actor, filters, assignment, query),
    countTickets(db, actor, filters, assignment),
  ]);
  return { items: rows.map(present), total, limit, offset };
}

/** `confirmed` is a status that filters accept and no ticket has: a confirmation closes the ticket. */
const statusesInUse = new Set<TicketStatus>(['new', ...transitions.map(({ to }) => to)]);

const assignmentStateOf = (status: TicketStatus | undefined): AssignmentState =>
  status === undefined ? 'any' : status === 'new' ? 'unassigned' : 'assigned';
