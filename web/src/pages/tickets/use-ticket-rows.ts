import { keepPreviousData, type QueryClient, queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { apiQuery } from '../../api/queries.ts';
import type { Status } from '../../contract/enums.ts';
import type { TicketListPage, TicketListQuery } from '../../contract/schemas.ts';
import { ticketExtrasQuery } from '../../features/ticket-extras/use-ticket-extras.ts';
import { type Filters, pageSize, shownStatuses, statusesOf, type Tab, tabNames, tabs, toQuery } from './url-filters.ts';

type Counts = Partial<Record<Tab, number | undefined>>;

/** The page of the list that the filters ask for, and the number of tickets in each tab. */
export function useTicketRows(filters: Filters) {
  const client = useQueryClient();
  const shown = statusesOf(filters);
  const offset = Number(filters.offset ?? 0);
  const query: TicketListQuery = {
    ...toQuery(filters),
    ...(shown.length > 0 && { status: shown.join(',') }),
    limit: pageSize,
    ...(offset > 0 && { offset }),
  };
  /** The rows of before are shown until those of other filters are read. */
  const page = useQuery({ ...pageQuery(client, query), placeholderData: keepPreviousData });
  const { data, error, isPending, isPlaceholderData, isFetchedAfterMount, isFetching, refetch } = page;
  return {
    data,
    counts: useCounts(filters, isPlaceholderData ? undefined : data),
    /** identifies the list and its page */
    key: JSON.stringify(query),
    error: error ?? undefined,
    isPending,
    isPlaceholder: isPlaceholderData,
    isSettled: isFetchedAfterMount && !isFetching,
    refetch: () => void refetch(),
  };
}

/** Also keeps what the items tell of covers and deadlines, so that the rows need not read it. */
function pageQuery(client: QueryClient, query: TicketListQuery) {
  const { queryKey, queryFn } = apiQuery('GET /ext/tickets', { query });
  return queryOptions<TicketListPage>({
    queryKey,
    queryFn: async (context) => {
      const page: TicketListPage = await (queryFn as (context: object) => Promise<TicketListPage>)(context);
      for (const item of page.items) client.setQueryData(ticketExtrasQuery(item.id).queryKey, item);
      return page;
    },
  });
}

/** The numbers of the tabs, which add up those of their statuses. Those of before are shown until all are read. */
function useCounts(filters: Filters, page: TicketListPage | undefined): Counts {
  const shown = statusesOf(filters);
  const { sort: _sort, order: _order, ...query } = toQuery(filters);
  const read = shownStatuses.filter((status) => shown.length !== 1 || shown[0] !== status);
  const totals = useQueries({
    queries: read.map((status) => apiQuery('GET /ext/tickets', { query: { ...query, status, limit: 1 } })),
    combine: (results) => new Map(results.map(({ data }, index) => [read[index], data?.total])),
  });
  const totalOf = (status: Status): number | undefined => (read.includes(status) ? totals.get(status) : page?.total);
  const counts: Counts = Object.fromEntries(tabNames.map((name) => [name, sum(statusesIn(name).map(totalOf))]));
  const previous = useRef<Counts>({});
  const isCounted = Object.values(counts).every((count) => count !== undefined);
  useEffect(() => {
    if (isCounted) previous.current = counts;
  });
  return isCounted ? counts : previous.current;
}

const statusesIn = (tab: Tab): readonly Status[] => (tab === 'all' ? shownStatuses : tabs[tab]);

const sum = (counts: (number | undefined)[]): number | undefined =>
  counts.every((count) => count !== undefined) ? counts.reduce((total, count) => total + count, 0) : undefined;
