import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { TicketPage } from '../contract/schemas.ts';

/** The rows of several lists, with the lists as parts. */
export type MergedPage = TicketPage & { parts: TicketPage[] };

/**
 * Shows the responses of several ticket lists as one list, in their order: the service filters by one status at a time.
 * @returns an error or a pending state when one of the lists has it
 */
export function useMergedLists(...queries: UseQueryResult<TicketPage>[]): UseQueryResult<MergedPage> {
  const [first] = queries;
  const pages = queries.map(({ data }) => data);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pages are the parts of the list
  const data = useMemo(() => (pages.every((page) => page !== undefined) ? merge(pages) : undefined), pages);
  /** Its state is the state of the merged list. */
  const base = queries.find(({ isError }) => isError) ?? queries.find(({ isPending }) => isPending) ?? first;
  if (!base) throw new Error('nothing to merge');
  return {
    ...base,
    data,
    isFetching: queries.some(({ isFetching }) => isFetching),
    isFetchedAfterMount: queries.every(({ isFetchedAfterMount }) => isFetchedAfterMount),
  } as UseQueryResult<MergedPage>;
}

function merge(parts: TicketPage[]): MergedPage {
  const items = parts.flatMap((page) => page.items);
  return { parts, items, total: parts.reduce((sum, { total }) => sum + total, 0), limit: items.length, offset: 0 };
}
