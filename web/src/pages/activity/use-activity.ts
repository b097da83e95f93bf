import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { keepPreviousRows } from '../../api/keep-previous-rows.ts';
import type { ActivityEntry } from '../../contract/schemas.ts';
import type { ActivityQuery } from './url-filters.ts';

const pageSize = 50;

interface Activity {
  items: ActivityEntry[];
  hasMore: boolean;
  /** how many pages were read */
  pages: number;
}

/**
 * Reads the first pages, each behind the last entry of the page before. They are read together, so that none is missing between two pages
 * when something was added.
 */
export function useActivity(query: ActivityQuery, pages: number) {
  const options = queryOptions<Activity>({
    queryKey: ['GET /ext/activity', {}, { ...query, pages }],
    queryFn: async ({ signal }) => {
      const items: ActivityEntry[] = [];
      let hasMore = true;
      for (let page = 0; page < pages && hasMore; page++) {
        const last = items.at(-1);
        const after = last && { after: `${last.at},${last.id}` };
        const answer = await call('GET /ext/activity', { query: { ...query, limit: pageSize, ...after }, signal });
        items.push(...answer.items);
        hasMore = answer.total_is_lower_bound === true;
      }
      return { items, hasMore, pages };
    },
  });
  return useQuery({ ...options, placeholderData: keepPreviousRows(options.queryKey) });
}
