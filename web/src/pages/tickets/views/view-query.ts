import { localDate } from '../../../lib/calendar-date.ts';
import { type Filters, readFilters, type Tab, tabNames, tabOf, tabs, toDetailsQuery } from '../url-filters.ts';

// A saved view has parameters of the API, the list has filters in its URL.

export type ViewQuery = Record<string, string>;

/** The parameters of the list that the filters show. */
export function toViewQuery(filters: Filters): ViewQuery {
  const { tab, status } = tabOf(filters);
  const statuses = status ?? tabs[tab].join(',');
  const entries = Object.entries({ ...toDetailsQuery(filters), status: statuses });
  return Object.fromEntries(entries.flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

/** The filters that show these parameters; undefined when the list of the console cannot, as with several categories. */
export function toFilters(query: ViewQuery): Filters | undefined {
  const { status = '', created_from, created_to, ...rest } = query;
  const tab = tabNames.find((name: Tab) => tabs[name].join(',') === status);
  const filters = readFilters({
    ...rest,
    ...(tab !== 'all' && { status: tab ?? status }),
    ...(created_from && { date_from: localDate(new Date(created_from)) }),
    ...(created_to && { date_to: localDate(new Date(Date.parse(created_to) - 1)) }),
  });
  return isSameQuery(toViewQuery(filters), query) ? filters : undefined;
}

export const isSameQuery = (a: ViewQuery, b: ViewQuery): boolean => sorted(a) === sorted(b);

const sorted = (query: ViewQuery): string => JSON.stringify(Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1)));
