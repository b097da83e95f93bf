import { localDate } from '../../lib/calendar-date.ts';

export const datePresets = ['today', 'lastSevenDays', 'lastMonth'] as const;
export type DatePreset = (typeof datePresets)[number];

/** The filters of the first and the last day. */
export interface DateRange {
  from: 'date_from' | 'closed_from';
  to: 'date_to' | 'closed_to';
}

/**
 * The first and the last day of a preset, in the time zone of the device.
 * @param now the current time
 */
export function daysOf(preset: DatePreset, now: Date): [first: string, last: string] {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
  if (preset === 'today') return [localDate(now), localDate(now)];
  if (preset === 'lastSevenDays') return [localDate(new Date(year, month, day - 6)), localDate(now)];
  return [localDate(new Date(year, month - 1, 1)), localDate(new Date(year, month, 0))];
}

/** The preset that these days are. */
export const presetOf = (from: string | undefined, to: string | undefined, now: Date): DatePreset | undefined =>
  datePresets.find((name) => {
    const [first, last] = daysOf(name, now);
    return first === from && last === to;
  });
