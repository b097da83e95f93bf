import { timeZone } from '../../../i18n/dates.ts';
import { localDate, startOfLocalDay } from '../../../lib/calendar-date.ts';
import { type DatePreset, datePresets, daysOf, presetOf } from '../date-presets.ts';
import { type Filters, readFilters, shownStatuses, statusesOf, toQuery } from '../url-filters.ts';

// A saved view has parameters of the API, the list has filters in its URL. A view keeps "last month" as such, and finds another month
// later on.

export type ViewQuery = Record<string, string>;

/** Days that move with the calendar: the parameter of the API, and the filters of the first and the last day. */
const moving = [
  { name: 'created_in', api: 'created', from: 'date_from', to: 'date_to' },
  { name: 'closed_in', api: 'closed', from: 'closed_from', to: 'closed_to' },
] as const;
const presetValues: Record<DatePreset, string> = { today: 'today', lastSevenDays: 'last_7_days', lastMonth: 'last_month' };

/** The parameters of the list that the filters show. */
export function toViewQuery(filters: Filters, now = new Date()): ViewQuery {
  const fixed: Filters = { ...filters };
  const presets: ViewQuery = {};
  for (const { name, from, to } of moving) {
    const preset = presetOf(filters[from], filters[to], now);
    if (!preset) continue;
    presets[name] = presetValues[preset];
    fixed[from] = '';
    fixed[to] = '';
  }
  const entries = Object.entries({ ...toQuery(fixed), ...presets, status: statusesOf(filters).join(',') });
  return Object.fromEntries(entries.flatMap(([name, value]) => (value ? [[name, String(value)]] : [])));
}

/** Whether a view has days that move with the calendar. */
export const hasMovingDays = (query: ViewQuery): boolean => moving.some(({ name }) => query[name]);

/** The filters that show these parameters; undefined when the list of the console cannot. */
export function toFilters(query: ViewQuery, now = new Date()): Filters | undefined {
  const { status = '', timezone, ...withInstants } = withoutMovingDays(query, now);
  if (!Object.entries(withInstants).every(([name, value]) => !isInstantName(name) || isReadable(value))) return undefined;
  const { created_from, created_to, closed_from, closed_to, counted_from, counted_to, ...withAppointment } = withInstants;
  const { appointment_from, appointment_to, ...rest } = withAppointment;
  const filters = readFilters({
    ...rest,
    ...(status && { status }),
    ...(timezone && timezone !== timeZone() && { timezone }),
    ...firstDay('date_from', created_from),
    ...lastDay('date_to', created_to),
    ...firstDay('closed_from', closed_from),
    ...lastDay('closed_to', closed_to),
    ...firstDay('counted_from', counted_from),
    ...lastDay('counted_to', counted_to),
    ...firstDay('appointment_from', appointment_from),
    ...lastDay('appointment_to', appointment_to),
  });
  return isSameQuery(toViewQuery(filters, now), query, now) ? filters : undefined;
}

/** The parameters with the days that they mean now, on this device. */
function withoutMovingDays(query: ViewQuery, now: Date): ViewQuery {
  const { created_in: _created, closed_in: _closed, ...fixed } = query;
  for (const { name, api } of moving) {
    const preset = datePresets.find((one) => presetValues[one] === query[name]);
    if (!preset) continue;
    const [first, last] = daysOf(preset, now);
    fixed[`${api}_from`] = startOfLocalDay(first);
    fixed[`${api}_to`] = startOfLocalDay(last, 1);
  }
  return fixed;
}

const isInstantName = (name: string): boolean => /_(from|to)$/.test(name);
/** The service accepts more digits and letters than each browser. */
const isReadable = (instant: string): boolean => !Number.isNaN(Date.parse(instant));

/** The day that begins at an instant, or else the instant: a view may have been saved in another time zone. */
function firstDay(name: string, at: string | undefined): Filters {
  if (!at) return {};
  const instant = new Date(at).toISOString();
  const day = localDate(new Date(at));
  return { [name]: startOfLocalDay(day) === instant ? day : instant };
}

/** The day that ends at an instant, or else the instant. */
function lastDay(name: string, end: string | undefined): Filters {
  if (!end) return {};
  const instant = new Date(end).toISOString();
  const day = localDate(new Date(Date.parse(end) - 1));
  return { [name]: startOfLocalDay(day, 1) === instant ? day : instant };
}

/** Whether both find the same tickets in the same order, in whatever order their values are. */
export const isSameQuery = (a: ViewQuery, b: ViewQuery, now = new Date()): boolean => normalized(a, now) === normalized(b, now);

/** Without hours the time zone means nothing. */
const hasHours = (query: ViewQuery): boolean => Boolean(query['created_hour'] || query['created_weekday']);

const normalized = (query: ViewQuery, now: Date): string =>
  JSON.stringify(
    Object.entries(withoutMovingDays(query, now))
      .filter(([name]) => name !== 'timezone' || hasHours(query))
      .map(([name, value]) => [name, normalizedValue(name, value)])
      .filter(([, value]) => value !== '')
      .sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
  );

function normalizedValue(name: string, value: string): string {
  if (isInstantName(name)) return isReadable(value) ? new Date(value).toISOString() : value;
  if (name === 'status' && shownStatuses.every((status) => value.split(',').includes(status))) return ''; // all of them
  return name === 'q' ? value : value.split(',').sort().join(',');
}
