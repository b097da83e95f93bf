import { categories, priorities, statuses } from '../../contract/enums.ts';
import type { Operations } from '../../contract/operations.ts';

// The list's state is the address: every filter and order of the API, the page, the open ticket.

type Query = NonNullable<Operations['GET /tickets']['query']>;
const names = [
  ...(['status', 'category', 'priority', 'client_id', 'worker_id', 'project_id', 'object_id'] as const),
  ...(['date_from', 'date_to', 'sort', 'order', 'offset', 'open'] as const),
];
type FilterName = (typeof names)[number];
export type Filters = Partial<Record<FilterName, string>>;

const oneOf: Partial<Record<FilterName, readonly string[]>> = {
  status: statuses,
  category: categories,
  priority: priorities,
  sort: ['created_at', 'priority', 'id'],
  order: ['asc', 'desc'],
};
const id = /^[1-9]\d{0,8}$/;
const account = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const shapes: Partial<Record<FilterName, RegExp>> = {
  ...{ project_id: id, object_id: id, open: id, offset: /^\d{1,9}$/ },
  ...{ client_id: account, worker_id: account },
};

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${text}T`);
}

/** Whether the input of a day has a whole year, or nothing. */
export const isCompleteDate = (text: string): boolean => text === '' || /^[1-9]\d{3}-/.test(text);

/** What is in the address and makes sense. */
export function readFilters(search: Record<string, unknown>): Filters {
  const filters: Filters = {};
  for (const name of names) {
    const value = search[name];
    if (typeof value !== 'string' || value === '') continue;
    if (oneOf[name]?.includes(value) === false) continue;
    if (shapes[name]?.test(value) === false) continue;
    if (name.startsWith('date_') && !isDay(value)) continue;
    filters[name] = value;
  }
  return filters;
}

export const pageSize = 25;

/** The same as the API reads it. */
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

const neverFilters: readonly string[] = ['sort', 'order', 'open'];

/** How many filters are set; an order hides nothing. */
export const countFilters = (filters: Filters): number =>
  Object.entries(filters).filter(([name, value]) => value && name !== 'offset' && !neverFilters.includes(name)).length;

export const isFiltered = (filters: Filters): boolean => countFilters(filters) > 0 || Number(filters.offset ?? 0) > 0;
