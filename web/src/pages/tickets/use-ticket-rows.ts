import { type UseQueryOptions, useQueries } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { apiQuery } from '../../api/queries.ts';
import { priorities, type Status, statuses } from '../../contract/enums.ts';
import type { Ticket, TicketPage } from '../../contract/schemas.ts';
import { isWithinLocalDays } from '../../lib/calendar-date.ts';
import { type Filters, needsDetails, pageSize, tabNames, tabOf, tabs, toDetailsQuery, toQuery } from './url-filters.ts';

// The service filters by one status at a time. A tab with several of them reads each from its start, and shows the pages of
// what they have together; it ends where a response does.

const maxRows = 100;

type Counts = Record<(typeof tabNames)[number], number | undefined>;

/** The page of the list that the filters ask for, and the number of tickets in each tab. */
export function useTicketRows(filters: Filters) {
  const { tab, status } = tabOf(filters);
  const shown: readonly Status[] = status ? [status] : tabs[tab];
  const offset = Number(filters.offset ?? 0);
  const isDetailed = needsDetails(filters);
  const isMerged = shown.length > 1 && !isDetailed;
  const query = isDetailed ? toDetailsQuery(filters) : toQuery(filters);
  const page = isMerged ? { limit: Math.min(maxRows, offset + pageSize) } : { limit: pageSize, ...(offset > 0 && { offset }) };
  const reads = isDetailed
    ? [...statuses.map((one) => ({ status: one, limit: 1 })), { ...(shown.length > 0 && { status: shown.join(',') }), ...page }]
    : [
        ...statuses.map((one) => ({ status: one, ...(shown.includes(one) ? page : { limit: 1 }) })),
        ...(tab === 'all' ? [page] : []),
      ];
  const results = useQueries({
    queries: reads.map((read) => ticketQuery(isDetailed, { ...query, ...read })),
  });
  const main = isDetailed ? results.slice(-1) : results.filter((_result, index) => isShown(reads[index], shown));
  const pages = main.map(({ data }) => data);
  const totalOf = (status: Status): number | undefined =>
    results[reads.findIndex((read) => 'status' in read && read.status === status)]?.data?.total;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the responses and the filters are the dependencies
  const read = useMemo(
    () => (pages.every((one) => one !== undefined) ? combine(pages, filters, isMerged) : undefined),
    [...pages, JSON.stringify(filters)],
  );
  /** The rows and numbers of before are shown until those of other filters are read. */
  const previous = useRef<{ data?: TicketPage; counts?: Partial<Counts> }>({});
  const counts = countsOf(filters, tab, totalOf, read?.total);
  const isCounted = Object.values(counts).every((count) => count !== undefined);
  useEffect(() => {
    if (read) previous.current.data = read;
    if (isCounted) previous.current.counts = counts;
  });
  const data = read ?? previous.current.data;
  return {
    data,
    counts: isCounted ? counts : { ...previous.current.counts, ...counts },
    /** identifies the list and its page */
    key: JSON.stringify([query, page, shown]),
    error: main.find(({ isError }) => isError)?.error ?? undefined,
    isPending: data === undefined && main.some(({ isPending }) => isPending),
    isPlaceholder: read === undefined,
    isSettled: main.every(({ isFetchedAfterMount, isFetching }) => isFetchedAfterMount && !isFetching),
    /** only the first rows of several statuses can be paged through */
    isCut: isMerged && (data?.total ?? 0) > maxRows && offset + pageSize >= maxRows,
    refetch: () => void Promise.all(main.map(({ refetch }) => refetch())),
  };
}

/** `GET /tickets` filters by one status, and knows no deadlines. */
function ticketQuery(isDetailed: boolean, query: object): UseQueryOptions<TicketPage> {
  const list = isDetailed ? apiQuery('GET /ext/tickets', { query }) : apiQuery('GET /tickets', { query });
  return list as unknown as UseQueryOptions<TicketPage>;
}

/** The service counts by days of UTC, so only the tickets of the shown tab are known by days of the device. */
function countsOf(
  { date_from, date_to }: Filters,
  shown: keyof Counts,
  totalOf: (status: Status) => number | undefined,
  total: number | undefined,
): Partial<Counts> {
  if (date_from || date_to) return { [shown]: total };
  return Object.fromEntries(tabNames.map((name) => [name, sum(countedIn(name).map(totalOf))]));
}

const isShown = (read: object | undefined, shown: readonly Status[]): boolean =>
  shown.length === 0 ? !('status' in (read ?? {})) : shown.includes((read as { status: Status }).status);

const countedIn = (tab: keyof typeof tabs): readonly Status[] => (tab === 'all' ? [...tabs.open, 'closed'] : tabs[tab]);

const sum = (counts: (number | undefined)[]): number | undefined =>
  counts.every((count) => count !== undefined) ? counts.reduce((total, count) => total + count, 0) : undefined;

/** The page of several lists that are sorted as one; rows of other days in the time zone of the device are left out. */
function combine(pages: TicketPage[], filters: Filters, isMerged: boolean): TicketPage {
  const offset = Number(filters.offset ?? 0);
  const rows = pages.flatMap(({ items }) => items);
  const fitting = rows.filter(({ created_at }) => isWithinLocalDays(created_at, filters.date_from, filters.date_to));
  const total = pages.reduce((all, page) => all + page.total, 0) - (rows.length - fitting.length);
  const items = isMerged ? fitting.sort(comparerFor(filters)).slice(offset, offset + pageSize) : fitting;
  return { items, total, limit: pageSize, offset };
}

/** The order of the service. */
function comparerFor({ sort = 'created_at', order = 'desc' }: Filters): (a: Ticket, b: Ticket) => number {
  const sign = order === 'asc' ? 1 : -1;
  const keyOf = (ticket: Ticket): number => {
    if (sort === 'priority') return priorities.indexOf(ticket.priority);
    return sort === 'id' ? ticket.id : Date.parse(ticket.created_at);
  };
  return (a, b) => sign * (keyOf(a) - keyOf(b) || a.id - b.id);
}
