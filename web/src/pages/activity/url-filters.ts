import type { Input } from '../../api/client.ts';
import type { ActivityEntry } from '../../contract/schemas.ts';
import { isDate, localDate, startOfLocalDay } from '../../lib/calendar-date.ts';
import { idParameter } from '../../lib/search-parameters.ts';
import { en } from './texts/en.ts';

// The filters of the activity are in the URL. Dates are days in the time zone of the device.

export type ActivityQuery = Omit<NonNullable<Input<'GET /ext/activity'>['query']>, 'limit' | 'offset' | 'after'>;

export interface ActivityFilters {
  actor_id?: string;
  project_id?: string;
  object_id?: string;
  action?: string;
  from?: string;
  to?: string;
}

/** The actions of the API, in the order of the filter. */
export const activityKinds = Object.keys(en.kinds) as ActivityEntry['action'][];

const isId = (value: string): boolean => idParameter(value) !== undefined;
const isValid: Record<keyof ActivityFilters, (value: string) => boolean> = {
  actor_id: (value) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value),
  project_id: isId,
  object_id: isId,
  action: (value) => (activityKinds as string[]).includes(value),
  from: isDate,
  to: isDate,
};

/** The valid filters of a URL; others are ignored. */
export const readFilters = (search: Record<string, unknown>): ActivityFilters =>
  Object.fromEntries(
    Object.entries(isValid).flatMap(([name, isValidValue]) => {
      const value = search[name];
      return typeof value === 'string' && isValidValue(value) ? [[name, value]] : [];
    }),
  );

/** The query of the API for these filters. The last day is included. */
export const toQuery = ({ from, to, project_id, object_id, ...filters }: ActivityFilters): ActivityQuery => ({
  ...filters,
  ...(project_id && { project_id: Number(project_id) }),
  ...(object_id && { object_id: Number(object_id) }),
  ...(from && { from: startOfLocalDay(from) }),
  ...(to && { to: startOfLocalDay(to, 1) }),
});

export const dayPresets = ['today', 'yesterday', 'week'] as const;
export type DayPreset = (typeof dayPresets)[number];

/** The first and the last day of a preset, in the time zone of the device. A week begins on Monday. */
export function daysOf(preset: DayPreset, now: Date): { from: string; to: string } {
  const day = (offset: number): string => localDate(new Date(now.getFullYear(), now.getMonth(), now.getDate() + offset));
  if (preset === 'yesterday') return { from: day(-1), to: day(-1) };
  if (preset === 'today') return { from: day(0), to: day(0) };
  const sinceMonday = (now.getDay() + 6) % 7;
  return { from: day(-sinceMonday), to: day(6 - sinceMonday) };
}

/** The preset that the days of the filters are. */
export const presetOf = ({ from, to }: ActivityFilters, now: Date): DayPreset | undefined =>
  dayPresets.find((preset) => {
    const days = daysOf(preset, now);
    return days.from === from && days.to === to;
  });
