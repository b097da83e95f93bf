import { categories, priorities, type Status, statuses } from '../../contract/enums.ts';
import type { TicketListQuery } from '../../contract/schemas.ts';
import { timeZone } from '../../i18n/dates.ts';
import { isDate, isInstant, startOfLocalDay } from '../../lib/calendar-date.ts';

// The state of the list is in the URL: the tab or statuses, the filters and orders of `GET /ext/tickets`, the page, and the
// ticket in the drawer. A filter takes several values with commas between them. Dates are days in the time zone of the device; a view that
// was saved in another one has instants, and the time zone of its hours.

/** The filters that take several values. */
export const multiFilters = [
  ...(['category', 'priority', 'project_id', 'object_id', 'equipment_id'] as const),
  ...(['worker_id', 'client_id', 'tag'] as const),
] as const;
export type MultiFilter = (typeof multiFilters)[number];
/** The filters that are on or off. */
export const flagFilters = ['overdue', 'on_hold', 'handed_back', 'reworked'] as const;
export type FlagFilter = (typeof flagFilters)[number];
/** What the numbers lead to; its dates are days as well. */
const countedNames = [
  ...(['counted', 'counted_from', 'counted_to', 'counted_worker_id'] as const),
  ...(['created_weekday', 'created_hour'] as const),
];
const countedKinds = ['created', 'closed', 'canceled', 'reworked', 'met', 'missed'] as const;
export type CountedKind = (typeof countedKinds)[number];
const names = [
  ...(['status', ...multiFilters, ...flagFilters, 'q'] as const),
  ...countedNames,
  ...([
    'date_from',
    'date_to',
    'closed_from',
    'closed_to',
    'appointment_from',
    'appointment_to',
    'sort',
    'order',
    'offset',
    'open',
    'timezone',
  ] as const),
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

/** Not `in`: an object also has names such as `constructor`, which a URL may have as well. */
const isTab = (name: string): name is Tab => Object.hasOwn(tabs, name);

/** The statuses of tickets, in their order. */
export const shownStatuses: readonly Status[] = [...tabs.open, 'closed'];

/** The tab of the list and the statuses it is filtered by: none for all of the tab, otherwise those of the smallest tab with them. */
export function tabOf({ status = '' }: Filters): { tab: Tab; chosen: Status[] } {
  if (status === '') return { tab: 'all', chosen: [] };
  if (isTab(status)) return { tab: status, chosen: [] };
  const chosen = status.split(',') as Status[];
  const has = (name: Tab): boolean => chosen.every((one) => (tabs[name] as readonly Status[]).includes(one));
  return { tab: (['active', 'open'] as const).find(has) ?? 'all', chosen };
}

/** The statuses that the filters show; none means all. */
export function statusesOf(filters: Filters): readonly Status[] {
  const { tab, chosen } = tabOf(filters);
  return chosen.length > 0 ? chosen : tabs[tab];
}

/** The `status` of the URL for a choice of statuses, which may be all of a tab or none. */
export function statusOf(chosen: readonly Status[], filters: Filters): string {
  if (chosen.length === 0) return tabParameter(tabOf(filters).tab);
  const inOrder = shownStatuses.filter((status) => chosen.includes(status));
  if (inOrder.length === shownStatuses.length) return '';
  const tab = tabNames.find((name) => tabs[name].length > 0 && [...tabs[name]].sort().join() === [...inOrder].sort().join());
  return tab ?? inOrder.join(',');
}

export const tabParameter = (tab: Tab): string => (tab === 'all' ? '' : tab);

export const sorts = ['created_at', 'priority', 'due', 'appointment', 'updated_at', 'relevance', 'id'] as const;
export type Sort = (typeof sorts)[number];
export type Order = 'asc' | 'desc';

/** What is due or agreed first comes first; of all else the newest or the most. */
export const firstOrder = (sort: Sort): Order => (sort === 'due' || sort === 'appointment' ? 'asc' : 'desc');

/** The order of the list. Without words nothing matches better. */
export function orderOf({ sort = 'created_at', order, q }: Filters): { sort: Sort; order: Order } {
  const known = (sort === 'relevance' && !q ? 'created_at' : sort) as Sort;
  return { sort: known, order: (order as Order | undefined) ?? firstOrder(known) };
}

/** The service takes no more values. */
const maxValues = 100;
/** Of these, which are long. */
const maxTags = 10;
const allowedValues: Partial<Record<FilterName, readonly string[]>> = {
  ...{ category: categories, priority: priorities, sort: sorts, order: ['asc', 'desc'] },
  ...{ overdue: ['true'], on_hold: ['true'], handed_back: ['true'], reworked: ['true'], counted: countedKinds },
};
/** Of the API. */
const maxSearchLength = 200;
const idPattern = /^[1-9]\d{0,8}$/;
const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const patterns: Partial<Record<FilterName, RegExp>> = {
  ...{ project_id: idPattern, object_id: idPattern, equipment_id: idPattern, open: idPattern, offset: /^\d{1,9}$/ },
  ...{ client_id: uuidPattern, worker_id: uuidPattern, counted_worker_id: uuidPattern },
  tag: /^[^\s,](?:[^,\n\r\t]{0,38}[^\s,])?$/u,
  ...{ created_weekday: /^[1-7]$/, created_hour: /^(1?\d|2[0-3])$/, timezone: /^[A-Za-z][\w+\-/]{0,63}$/ },
};
const dateNames: readonly FilterName[] = [
  ...(['date_from', 'date_to', 'closed_from', 'closed_to', 'counted_from', 'counted_to'] as const),
  ...(['appointment_from', 'appointment_to'] as const),
];

const isAllowed = (name: FilterName, value: string): boolean =>
  allowedValues[name]?.includes(value) !== false &&
  patterns[name]?.test(value) !== false &&
  (!dateNames.includes(name) || isDate(value) || isInstant(value));

/** The valid filters of a URL; others are ignored. */
export function readFilters(search: Record<string, unknown>): Filters {
  const filters: Filters = {};
  for (const name of names) {
    const value = search[name];
    const valid = typeof value === 'string' && value !== '' ? validValue(name, value) : '';
    if (valid) filters[name] = valid;
  }
  return filters;
}

function validValue(name: FilterName, value: string): string {
  if (name === 'q') return value.trim().slice(0, maxSearchLength).trim();
  if (name === 'status') return isTab(value) ? tabParameter(value) : validStatus(value);
  if (isMultiFilter(name)) return validValues(name, value).join(',');
  return isAllowed(name, value) ? value : '';
}

const validValues = (name: MultiFilter, value: string): string[] =>
  valuesIn(value, (one) => isAllowed(name, one)).slice(0, name === 'tag' ? maxTags : maxValues);

/** Several statuses; all of a tab are that tab. */
function validStatus(value: string): string {
  const chosen = valuesIn(value, (one) => (statuses as readonly string[]).includes(one)) as Status[];
  return chosen.length > 0 ? statusOf(chosen, {}) : '';
}

const isMultiFilter = (name: string): name is MultiFilter => (multiFilters as readonly string[]).includes(name);

const valuesIn = (list: string, isValid: (value: string) => boolean): string[] => [...new Set(list.split(','))].filter(isValid);

/** The values of a filter. */
export const valuesOf = (filters: Filters, name: MultiFilter): string[] => filters[name]?.split(',') ?? [];

/** The values without one of them, or with it. */
export const toggled = <Value extends string>(values: readonly Value[], value: Value): Value[] =>
  values.includes(value) ? values.filter((one) => one !== value) : [...values, value];

/** Whether the filters are those of a number. */
export const isCounted = (filters: Filters): boolean => countedNames.some((name) => filters[name]);

/** The filters without those of a number. */
export const notCounted: Filters = Object.fromEntries(countedNames.map((name) => [name, '']));

/** The number of tickets on a page. */
export const pageSize = 25;

/** The query of `GET /ext/tickets` for these filters, without statuses and a page. */
export function toQuery(filters: Filters): TicketListQuery {
  const { open: _open, status: _status, offset: _offset, ...withDays } = filters;
  const { date_from, date_to, closed_from, closed_to, counted_from, counted_to, ...withAppointment } = withDays;
  const { appointment_from, appointment_to, timezone = timeZone(), ...rest } = withAppointment;
  return {
    ...(rest as TicketListQuery),
    ...instants('created', date_from, date_to),
    ...instants('closed', closed_from, closed_to),
    ...instants('counted', counted_from, counted_to),
    ...instants('appointment', appointment_from, appointment_to),
    ...((rest.created_hour || rest.created_weekday) && { timezone }),
  };
}

/** The beginning of the first day and the end of the last one. */
const instants = (
  name: 'created' | 'closed' | 'counted' | 'appointment',
  from: string | undefined,
  to: string | undefined,
): TicketListQuery => ({
  ...(from && { [`${name}_from`]: isInstant(from) ? from : startOfLocalDay(from) }),
  ...(to && { [`${name}_to`]: isInstant(to) ? to : startOfLocalDay(to, 1) }),
});

const notFilters: readonly string[] = ['status', 'sort', 'order', 'open', 'offset'];

/** Whether there are filters besides the tab, which can be cleared. */
export const hasFilters = (filters: Filters): boolean =>
  tabOf(filters).chosen.length > 0 ||
  Object.entries(filters).some(([name, value]) => value && name !== 'timezone' && !notFilters.includes(name));

/** Clears the filters and keeps the tab. */
export const clearedFilters = (filters: Filters): Filters => ({
  ...Object.fromEntries(Object.keys(filters).flatMap((name) => (notFilters.includes(name) ? [] : [[name, '']]))),
  ...(tabOf(filters).chosen.length > 0 && { status: tabParameter(tabOf(filters).tab) }),
});

/** Whether rows are missing because of a tab, filters or an offset. */
export const isFiltered = (filters: Filters): boolean =>
  Boolean(filters.status) || hasFilters(filters) || Number(filters.offset ?? 0) > 0;
