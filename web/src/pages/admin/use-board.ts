import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { apiQuery, useApiQuery } from '../../api/queries.ts';
import { useAccountTrust } from '../../components/account-trust/use-account-trust.ts';
import type { Ticket, TicketPage } from '../../contract/schemas.ts';
import { useIsOnline } from '../../http/connectivity.ts';
import { type AttentionReason, attentionReason, byUrgency } from './urgency.ts';

export const columns = ['new', 'assigned', 'in_progress', 'done', 'rejected'] as const;
export type Column = (typeof columns)[number];

const limit = 50;

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
  return { query: oldest, tickets, total, isSettled };
}

export interface Lane {
  page: TicketPage | undefined;
  /** all tickets of the status, also those that another lane shows */
  total: number;
  isSettled: boolean;
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
  const read = columns.flatMap((status) => all[status].tickets);
  const workers = [...new Set(read.flatMap(({ worker_id }) => worker_id || []))].sort().slice(0, 100);
  const accounts = useAccountTrust(workers);
  const isDisabled = (id: string): boolean => Boolean(accounts.of(id)?.disabled_at);
  const handedBack = useApiQuery('GET /ext/tickets', { query: { handed_back: 'true', limit: 100 } });
  const handedBackIds = new Set(handedBack.data?.items.map(({ id }) => id));
  const reasons = new Map<number, AttentionReason>();
  const now = Date.now();
  for (const ticket of read) {
    const reason = handedBackIds.has(ticket.id) ? 'handed_back' : attentionReason(ticket, now, isDisabled);
    if (reason) reasons.set(ticket.id, reason);
  }
  const isKnown = columns.every((status) => all[status].query.data) && !accounts.isPending && !handedBack.isPending;
  const isOnline = useIsOnline();
  /** Without a connection what needs attention may stay unknown; then a ticket stays in the column of its status. */
  const needsAttention = ({ id }: Ticket): boolean => (isKnown || isOnline) && reasons.has(id);
  const isSettled = isKnown && columns.every((status) => all[status].isSettled);
  const lane = (items: Ticket[], total: number): TicketPage => ({ items, total, limit: items.length, offset: 0 });
  const attention = read.filter(needsAttention).sort(byUrgency);
  const laneOf = (status: Column): Lane => {
    const { tickets, total, query, isSettled } = all[status];
    const items = tickets.filter((ticket) => !needsAttention(ticket));
    const page = query.data && lane(items, total - (tickets.length - items.length));
    return { page, total, isSettled: isSettled && !accounts.isPending && !handedBack.isPending };
  };
  return {
    attention: { page: isKnown ? lane(attention, attention.length) : undefined, total: attention.length, isSettled } as Lane,
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
