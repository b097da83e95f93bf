import type { Operations } from '../../contract/api-operations.ts';
import { categories, priorities, statuses } from '../../contract/enums.ts';
import { isDate } from '../../lib/calendar-date.ts';

// The state of the list is in the URL: the filters and orders of the API, the page, and the ticket in the drawer.

type Query = NonNullable<Operations['GET /tickets']['query']>;
const names = [
  ...(['status', 'category', 'priority', 'client_id', 'worker_id', 'project_id', 'object_id'] as const),
  ...(['date_from', 'date_to', 'sort', 'order', 'offset', 'open'] as const),
];
type FilterName = (typeof names)[number];
export type Filters = Partial<Record<FilterName, string>>;

const allowedValues: Partial<Record<FilterName, readonly string[]>> = {
  status: statuses,
  category: categories,
  priority: priorities,
  sort: ['created_at', 'priority', 'id'],
  order: ['asc', 'desc'],
};
const idPattern = /^[1-9]\d{0,8}$/;
const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const patterns: Partial<Record<FilterName, RegExp>> = {
  ...{ project_id: idPattern, object_id: idPattern, open: idPattern, offset: /^\d{1,9}$/ },
  ...{ client_id: uuidPattern, worker_id: uuidPattern },
};

/** The valid filters of a URL; others are ignored. */
export function readFilters(search: Record<string, unknown>): Filters {
  const filters: Filters = {};
  for (const name of names) {
    const value = search[name];
    if (typeof value !== 'string' || value === '') continue;
    if (allowedValues[name]?.includes(value) === false) continue;
    if (patterns[name]?.test(value) === false) continue;
    if (name.startsWith('date_') && !isDate(value)) continue;
    filters[name] = value;
  }
  return filters;
}

/** The number of tickets on a page. */
export const pageSize = 25;

/** The query of the API for these filters. */
export function toQuery({ open: _open, ...filters }: Filters): Query {
  const { project_id, object_id, offset, ...rest } = filters;
  return {
    ...(rest as Query),
    limit: pageSize,
    ...(project_id && { project_id: Number(project_id) }),
    ...(object_id && { object_id: Number(object_id) }),
    ...(offset && { offset: Number(offset) }),
  };
}

const notFilters: readonly string[] = ['sort', 'order', 'open'];

/** The number of filters that are set; orders do not count. */
export const countFilters = (filters: Filters): number =>
  Object.entries(filters).filter(([name, value]) => value && name !== 'offset' && !notFilters.includes(name)).length;

/** Whether rows are missing because of filters or an offset. */
export const isFiltered = (filters: Filters): boolean => countFilters(filters) > 0 || Number(filters.offset ?? 0) > 0;
