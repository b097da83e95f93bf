import { localDate } from '../../../lib/calendar-date.ts';
import { type Filters, readFilters, shownStatuses, statusesOf, toQuery } from '../url-filters.ts';

// A saved view has parameters of the API, the list has filters in its URL.

export type ViewQuery = Record<string, string>;

/** The parameters of the list that the filters show. */
export function toViewQuery(filters: Filters): ViewQuery {
  const entries = Object.entries({ ...toQuery(filters), status: statusesOf(filters).join(',') });
  return Object.fromEntries(entries.flatMap(([name, value]) => (value ? [[name, String(value)]] : [])));
}

/** The filters that show these parameters; undefined when the list of the console cannot, as with times that begin no day. */
export function toFilters(query: ViewQuery): Filters | undefined {
  if (!Object.entries(query).every(([name, value]) => !isInstantName(name) || isReadable(value))) return undefined;
  const { status = '', created_from, created_to, closed_from, closed_to, counted_from, counted_to, ...rest } = query;
  const filters = readFilters({
    ...rest,
    ...(status && { status }),
    ...firstDay('date_from', created_from),
    ...lastDay('date_to', created_to),
    ...firstDay('closed_from', closed_from),
    ...lastDay('closed_to', closed_to),
    ...firstDay('counted_from', counted_from),
    ...lastDay('counted_to', counted_to),
  });
  return isSameQuery(toViewQuery(filters), query) ? filters : undefined;
}

const isInstantName = (name: string): boolean => /_(from|to)$/.test(name);
/** The service accepts more digits and letters than each browser. */
const isReadable = (instant: string): boolean => !Number.isNaN(Date.parse(instant));

const firstDay = (name: string, at: string | undefined): Filters => (at ? { [name]: localDate(new Date(at)) } : {});
const lastDay = (name: string, end: string | undefined): Filters =>
  end ? { [name]: localDate(new Date(Date.parse(end) - 1)) } : {};

/** Whether both find the same tickets in the same order, in whatever order their values are. */
export const isSameQuery = (a: ViewQuery, b: ViewQuery): boolean => normalized(a) === normalized(b);

const normalized = (query: ViewQuery): string =>
  JSON.stringify(
    Object.entries(query)
      .map(([name, value]) => [name, normalizedValue(name, value)])
      .filter(([, value]) => value !== '')
      .sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
  );

function normalizedValue(name: string, value: string): string {
  if (isInstantName(name)) return isReadable(value) ? new Date(value).toISOString() : value;
  if (name === 'status' && shownStatuses.every((status) => value.split(',').includes(status))) return ''; // all of them
  return name === 'q' ? value : value.split(',').sort().join(',');
}
