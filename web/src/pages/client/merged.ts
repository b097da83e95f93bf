import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { TicketPage } from '../../api/operations.ts';

/** Several lists shown as one, in the order given: the service filters by one status at a time. */
export function useMerged(...queries: UseQueryResult<TicketPage>[]): UseQueryResult<TicketPage> {
  const [first] = queries;
  const pages = queries.map(({ data }) => data);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pages are the parts of the list
  const data = useMemo(() => (pages.every((page) => page !== undefined) ? merge(pages) : undefined), pages);
  const worst = queries.find(({ isError }) => isError) ?? queries.find(({ isPending }) => isPending) ?? first;
  if (!worst) throw new Error('nothing to merge');
  return {
    ...worst,
    data,
    isFetching: queries.some(({ isFetching }) => isFetching),
    isFetchedAfterMount: queries.every(({ isFetchedAfterMount }) => isFetchedAfterMount),
  } as UseQueryResult<TicketPage>;
}

function merge(pages: TicketPage[]): TicketPage {
  const items = pages.flatMap((page) => page.items);
  return { items, total: pages.reduce((sum, { total }) => sum + total, 0), limit: items.length, offset: 0 };
}
