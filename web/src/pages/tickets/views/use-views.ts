import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import type { SavedView } from '../../../contract/schemas.ts';
import { readAllPages } from '../../../features/assigning/all-pages.ts';
import type { Filters } from '../url-filters.ts';
import { isSameQuery, toFilters, toViewQuery } from './view-query.ts';

export interface ShownView {
  view: SavedView;
  filters: Filters;
  isOn: boolean;
}

/** The saved views that the list can show; undefined until they are read. */
export function useViews(filters: Filters): ShownView[] | undefined {
  const { data } = useQuery({
    queryKey: ['GET /ext/views', {}, 'all'],
    queryFn: ({ signal }) => readAllPages<SavedView>((page) => call('GET /ext/views', { query: page, signal })),
  });
  const query = toViewQuery(filters);
  return data?.flatMap((view) => {
    const shown = toFilters(view.query);
    return shown ? [{ view, filters: shown, isOn: isSameQuery(view.query, query) }] : [];
  });
}
