import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { apiQuery, useApiQuery } from '../../api/queries.ts';
import type { Ticket, TicketListQuery, TicketPage } from '../../contract/schemas.ts';
import { maxAccounts, useAccountTrust } from '../../features/account-trust/use-account-trust.ts';
import { useIsOnline } from '../../http/connectivity.ts';
import { type AttentionReason, attentionReason, byUrgency } from './urgency.ts';

export const columns = ['new', 'assigned', 'in_progress', 'done', 'rejected'] as const;
export type Column = (typeof columns)[number];

const limit = 50;
/** Of each kind of request that needs attention. */
const attentionLimit = 100;

/** The oldest tickets of a column, and those of high priority that are not among them. */
function useColumn(status: Column) {
  const oldest = useApiQuery('GET /tickets', { query: { status, order: 'asc', limit } });
  const { total = 0, items = [] } = oldest.data ?? {};
  const hasMore = total > items.length;
  const high = useQuery({
    ...apiQuery('GET /tickets', { query: { status, priority: 'high', order: 'asc', limit } }),
    enabled: hasMore,
  });
  const more = hasMore ? high.data?.items : undefined;
  const tickets = useMemo(() => {
    const byId = new Map([...(oldest.data?.items ?? []), ...(more ?? [])].map((ticket) => [ticket.id, ticket]));
    return [...byId.values()].sort(byUrgency);
  }, [oldest.data, more]);
  const isSettled =
    oldest.isFetchedAfterMount && !oldest.isFetching && (!hasMore || (high.isFetchedAfterMount && !high.isFetching));
  const lacksHigh = (high.data?.total ?? 0) > limit;
  return { query: oldest, tickets, total, hasMore, lacksHigh, isSettled };
}

/** Tickets that a column may lack, because it has the oldest only. Those that the column has are not read again. */
function useOthers(query: TicketListQuery, enabled: boolean) {
  const others = useQuery({ ...apiQuery('GET /ext/tickets', { query: { ...query, limit: attentionLimit } }), enabled });
  const { items = [], total = 0 } = enabled ? (others.data ?? {}) : {};
  return { items, isComplete: total <= items.length, isPending: others.isLoading };
}

export interface Lane {
  page: TicketPage | undefined;
  /** all tickets of the status, also those that another lane shows */
  total: number;
  isSettled: boolean;
  /** whether there may be tickets that were not read */
  mayHaveMore?: boolean;
}

/** The open tickets by status, and first those that somebody has to look at. */
export function useBoard() {
  const all = {
    new: useColumn('new'),
    assigned: useColumn('assigned'),
    in_progress: useColumn('in_progress'),
    done: useColumn('done'),
    rejected: useColumn('rejected'),
  };
  const handedBack = useOthers({ handed_back: 'true' }, true);
  const reworked = useOthers({ status: 'rejected', rework_count_from: '2' }, all.rejected.hasMore);
  // The journal of finished work does not change, so those that wait the longest come first.
  const unconfirmed = useOthers({ status: 'done', sort: 'updated_at', order: 'asc' }, all.done.hasMore);
  const inColumns = columns.flatMap((status) => all[status].tickets);
  const workers = [...new Set(inColumns.flatMap(({ worker_id }) => worker_id || []))].sort();
  const lacksWorkers = workers.length > maxAccounts || all.assigned.hasMore || all.in_progress.hasMore || all.rejected.hasMore;
  const ofDisabled = useOthers({ worker_disabled: 'true' }, lacksWorkers);
  const accounts = useAccountTrust(workers.slice(0, maxAccounts));
  const disabledIds = new Set(ofDisabled.items.map(({ worker_id }) => worker_id));
  const isDisabled = (id: string): boolean => disabledIds.has(id) || Boolean(accounts.of(id)?.disabled_at);
  const handedBackIds = new Set(handedBack.items.map(({ id }) => id));
  const others = [handedBack, reworked, unconfirmed, ofDisabled];
  const read = [
    ...new Map([...others.flatMap(({ items }) => items), ...inColumns].map((one): [number, Ticket] => [one.id, one])).values(),
  ];
  const reasons = new Map<number, AttentionReason>();
  const now = Date.now();
  for (const ticket of read) {
    const reason = handedBackIds.has(ticket.id) ? 'handed_back' : attentionReason(ticket, now, isDisabled);
    if (reason) reasons.set(ticket.id, reason);
  }
  const isPending = accounts.isPending || others.some((one) => one.isPending);
  const isKnown = columns.every((status) => all[status].query.data) && !isPending;
  const isOnline = useIsOnline();
  /** Without a connection what needs attention may stay unknown; then a ticket stays in the column of its status. */
  const needsAttention = ({ id }: Ticket): boolean => (isKnown || isOnline) && reasons.has(id);
  const isSettled = isKnown && columns.every((status) => all[status].isSettled);
  const lane = (items: Ticket[], total: number): TicketPage => ({ items, total, limit: items.length, offset: 0 });
  const attention = read.filter(needsAttention).sort(byUrgency);
  const lastUnconfirmed = unconfirmed.items.at(-1);
  const mayHaveMore =
    [handedBack, reworked, ofDisabled].some(({ isComplete }) => !isComplete) ||
    (!unconfirmed.isComplete && lastUnconfirmed !== undefined && reasons.has(lastUnconfirmed.id)) ||
    all.new.lacksHigh;
  const laneOf = (status: Column): Lane => {
    const { tickets, total, query, isSettled } = all[status];
    const items = tickets.filter((ticket) => !needsAttention(ticket));
    const elsewhere = attention.filter((ticket) => ticket.status === status).length;
    return { page: query.data && lane(items, total - elsewhere), total, isSettled: isSettled && !isPending };
  };
  return {
    attention: {
      page: isKnown ? lane(attention, attention.length) : undefined,
      total: attention.length,
      isSettled,
      mayHaveMore,
    } satisfies Lane,
    lanes: {
      new: laneOf('new'),
      assigned: laneOf('assigned'),
      in_progress: laneOf('in_progress'),
      done: laneOf('done'),
      rejected: laneOf('rejected'),
    },
    tickets: [...attention, ...columns.flatMap((status) => all[status].tickets.filter((ticket) => !needsAttention(ticket)))],
    reasons,
    isDisabled,
    failed: columns.map((status) => all[status].query).find(({ isError, data }) => isError && !data),
  };
}
