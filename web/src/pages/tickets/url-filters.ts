import type { Operations } from '../../contract/api-operations.ts';
import { categories, priorities, type Status, statuses } from '../../contract/enums.ts';
import { firstUtcDay, isDate, lastUtcDay, startOfLocalDay } from '../../lib/calendar-date.ts';

// The state of the list is in the URL: the tab or status, the filters and orders of the API, the page, and the ticket in the
// drawer. Dates are days in the time zone of the device.

type Query = NonNullable<Operations['GET /tickets']['query']>;
const names = [
  ...(['status', 'category', 'priority', 'client_id', 'worker_id', 'project_id', 'object_id'] as const),
  ...(['overdue', 'q'] as const),
  ...(['date_from', 'date_to', 'sort', 'order', 'offset', 'open'] as const),
];
type FilterName = (typeof names)[number];
export type Filters = Partial<Record<FilterName, string>>;

/** The tabs of the list, by the `status` of the URL, with the statuses they show; `all` is shown without one. */
export const tabs = {
  open: ['new', 'assigned', 'in_progress', 'rejected', 'done'],
  new: ['new'],
  active: ['assigned', 'in_progress', 'rejected'],
  done: ['done'],
  closed: ['closed'],
  all: [],
} as const satisfies Record<string, readonly Status[]>;
export type Tab = keyof typeof tabs;
export const tabNames = Object.keys(tabs) as Tab[];

/** The tab of the list; a single status of a tab with several is a filter within it. */
export function tabOf({ status }: Filters): { tab: Tab; status?: Status } {
  if (!status) return { tab: 'all' };
  if (status in tabs) return { tab: status as Tab };
  return { tab: 'active', status: status as Status };
}

const allowedValues: Partial<Record<FilterName, readonly string[]>> = {
  status: [...statuses, 'open', 'active'],
  category: categories,
  priority: priorities,
  overdue: ['true'],
  sort: ['created_at', 'priority', 'id', 'due', 'relevance'],
  order: ['asc', 'desc'],
};
/** Of the API. */
const maxSearchLength = 200;
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
  if (filters.q) filters.q = filters.q.trim().slice(0, maxSearchLength);
  if (!filters.q) delete filters.q;
  return filters;
}

/** Whether the list is one of `GET /ext/tickets`, which knows words and deadlines. */
export const needsDetails = ({ overdue, sort, q }: Filters): boolean =>
  overdue === 'true' || sort === 'due' || sort === 'relevance' || Boolean(q);

/** The number of tickets on a page. */
export const pageSize = 25;

/** The query of `GET /tickets` for these filters, without a status and a page. */
export function toQuery({ open: _open, status: _status, offset: _offset, date_from, date_to, ...filters }: Filters): Query {
  const { project_id, object_id, ...rest } = filters;
  return {
    ...(rest as Query),
    ...(project_id && { project_id: Number(project_id) }),
    ...(object_id && { object_id: Number(object_id) }),
    ...(date_from && { date_from: firstUtcDay(date_from) }),
    ...(date_to && { date_to: lastUtcDay(date_to) }),
  };
}

/** The same for `GET /ext/tickets`, which takes instants. */
export function toDetailsQuery({ open: _open, status: _status, offset: _offset, date_from, date_to, ...filters }: Filters) {
  return {
    ...filters,
    ...(date_from && { created_from: startOfLocalDay(date_from) }),
    ...(date_to && { created_to: startOfLocalDay(date_to, 1) }),
  };
}

const notFilters: readonly string[] = ['status', 'sort', 'order', 'open', 'offset'];

/** Whether there are filters besides the tab, which can be cleared. */
export const hasFilters = (filters: Filters): boolean =>
  tabOf(filters).status !== undefined || Object.entries(filters).some(([name, value]) => value && !notFilters.includes(name));

/** Clears the filters and keeps the tab. */
export const clearedFilters = (filters: Filters): Filters => ({
  ...Object.fromEntries(Object.keys(filters).flatMap((name) => (notFilters.includes(name) ? [] : [[name, '']]))),
  ...(tabOf(filters).status && { status: tabOf(filters).tab }),
});

/** Whether rows are missing because of a tab, filters or an offset. */
export const isFiltered = (filters: Filters): boolean =>
  Boolean(filters.status) || hasFilters(filters) || Number(filters.offset ?? 0) > 0;
