import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { apiQuery } from '../../api/queries.ts';
import type { Ticket, TicketListItem, TicketListQuery } from '../../contract/schemas.ts';
import { maxAccounts, useAccountTrust } from '../../features/account-trust/use-account-trust.ts';
import { type OwnChanges, useOwnChanges } from '../../features/assigning/own-changes.ts';
import { type AttentionReason, attentionReason, byUrgency } from './urgency.ts';

export const columns = ['new', 'assigned', 'in_progress', 'done', 'rejected'] as const;
export type Column = (typeof columns)[number];
const openStatuses = columns.join(',');

/** A ticket of a list, some of which have deadlines. */
export type BoardTicket = Ticket & Partial<Pick<TicketListItem, 'deadline'>>;

export type BoardFilters = Pick<TicketListQuery, 'project_id' | 'tag' | 'q'>;

const limit = 50;
/** Of each kind of request that needs attention. */
const attentionLimit = 100;

/** The oldest tickets of a column, and those of high priority that are not among them. */
function useColumn(status: Column, filters: BoardFilters, readsDeadlines: boolean) {
  const isFiltered = readsDeadlines || Object.keys(filters).length > 0;
  const query = { status, order: 'asc', limit } as const;
  const all = useQuery({ ...apiQuery('GET /tickets', { query }), enabled: !isFiltered });
  const filtered = useQuery({ ...apiQuery('GET /ext/tickets', { query: { ...query, ...filters } }), enabled: isFiltered });
  const oldest = isFiltered ? filtered : all;
  const { total = 0, items = [] } = oldest.data ?? {};
  const hasMore = total > items.length;
  const high = useQuery({
    ...apiQuery('GET /ext/tickets', { query: { ...query, ...filters, priority: 'high' } }),
    enabled: hasMore,
  });
  const more: BoardTicket[] = hasMore ? (high.data?.items ?? []) : [];
  const isSettled =
    oldest.isFetchedAfterMount && !oldest.isFetching && (!hasMore || (high.isFetchedAfterMount && !high.isFetching));
  const tickets: BoardTicket[] = [...more, ...items];
  return { query: oldest, tickets, total, hasMore, lacksHigh: (high.data?.total ?? 0) > limit, isSettled };
}

/** Tickets that a column may lack, because it has the oldest only. Those that the column has are not read again. */
function useOthers(query: TicketListQuery, enabled = true) {
  const others = useQuery({ ...apiQuery('GET /ext/tickets', { query: { ...query, limit: attentionLimit } }), enabled });
  const { items = [], total = 0 } = enabled ? (others.data ?? {}) : {};
  return { items, isComplete: total <= items.length, isPending: others.isLoading };
}

/** The open tickets, and why some of them need attention. */
export function useBoard(filters: BoardFilters, readsDeadlines: boolean) {
  const all = {
    new: useColumn('new', filters, readsDeadlines),
    assigned: useColumn('assigned', filters, readsDeadlines),
    in_progress: useColumn('in_progress', filters, readsDeadlines),
    done: useColumn('done', filters, readsDeadlines),
    rejected: useColumn('rejected', filters, readsDeadlines),
  };
  const own = useOwnChanges();
  const handedBack = useOthers({ ...filters, handed_back: 'true' });
  const late = useOthers({ ...filters, status: openStatuses, overdue: 'true' });
  const reworked = useOthers({ ...filters, status: 'rejected', rework_count_from: '2' }, all.rejected.hasMore);
  // The journal of finished work does not change, so those that wait the longest come first.
  const unconfirmed = useOthers({ ...filters, status: 'done', sort: 'updated_at', order: 'asc' }, all.done.hasMore);
  const inColumns = columns.flatMap((status) => all[status].tickets);
  const workers = [...new Set(inColumns.flatMap(({ worker_id }) => worker_id || []))].sort();
  const lacksWorkers = workers.length > maxAccounts || all.assigned.hasMore || all.in_progress.hasMore || all.rejected.hasMore;
  const ofDisabled = useOthers({ ...filters, worker_disabled: 'true' }, lacksWorkers);
  const accounts = useAccountTrust(workers.slice(0, maxAccounts));
  const disabledIds = new Set(ofDisabled.items.map(({ worker_id }) => worker_id));
  const isDisabled = (id: string): boolean => disabledIds.has(id) || Boolean(accounts.of(id)?.disabled_at);
  const others = [handedBack, late, reworked, unconfirmed, ofDisabled];
  const read = new Map<number, BoardTicket>([...others.flatMap(({ items }) => items), ...inColumns].map((one) => [one.id, one]));
  const known = useWithMoved(read, own, filters);
  const tickets = withOwnChanges(known, own).sort(byUrgency);
  const handedBackIds = new Set(handedBack.items.map(({ id }) => id));
  const lateIds = new Set(late.items.map(({ id }) => id));
  const reasons = new Map<number, AttentionReason>();
  const now = Date.now();
  for (const ticket of tickets) {
    const isMoved = own.get(ticket.id) !== undefined;
    const reason = handedBackIds.has(ticket.id) && !isMoved ? 'handed_back' : attentionReason(ticket, now, isDisabled);
    if (reason) reasons.set(ticket.id, reason);
  }
  const isKnown = columns.every((status) => all[status].query.data) && ![accounts, ...others].some((one) => one.isPending);
  const totalOf = (status: Column): number => {
    const isOf = (ticket: Ticket | undefined): number => Number(ticket?.status === status);
    const moves = [...own].map(([id, shown]) => (shown && known.has(id) ? isOf(shown) - isOf(read.get(id)) : 0));
    return all[status].total + moves.reduce((sum, move) => sum + move, 0);
  };
  return {
    tickets,
    reasons,
    /** the tickets that have missed a deadline */
    lateIds,
    isDisabled,
    own,
    /** all tickets of a status, also those that were not read */
    totalOf,
    /** whether there are tickets that were not read */
    hasMore: columns.some((status) => all[status].hasMore),
    mayLackAttention: others.some(({ isComplete }) => !isComplete) || all.new.lacksHigh,
    hasAnswer: (status: Column): boolean => all[status].query.data !== undefined,
    isSettled: isKnown && columns.every((status) => all[status].isSettled),
    failed: columns.map((status) => all[status].query).find(({ isError, data }) => isError && !data),
  };
}

/**
 * The tickets that were read, with those that the user has moved: a list with filters is without a ticket from when its move is
 * sent until the list is read again.
 */
function useWithMoved(read: ReadonlyMap<number, BoardTicket>, own: OwnChanges, filters: BoardFilters) {
  const before = useRef({ filters, known: read });
  const isSameView = before.current.filters === filters;
  const moved = isSameView ? [...before.current.known].filter(([id]) => own.get(id) && !read.has(id)) : [];
  const known = new Map([...read, ...moved]);
  useEffect(() => {
    before.current = { filters, known };
  });
  return known;
}

/** Without those that the user has closed. */
const withOwnChanges = (read: ReadonlyMap<number, BoardTicket>, own: OwnChanges): BoardTicket[] =>
  [...read.values()]
    .map((ticket) => ({ ...ticket, ...own.get(ticket.id) }))
    .filter(({ status }) => columns.some((column) => column === status));
