import { localDate } from '../../lib/calendar-date.ts';

export const datePresets = ['today', 'lastSevenDays', 'lastMonth'] as const;
export type DatePreset = (typeof datePresets)[number];

interface Days {
  date_from: string;
  date_to: string;
}

/**
 * The first and the last day of a preset, in the time zone of the device.
 * @param now the current time
 */
export function daysOf(preset: DatePreset, now: Date): Days {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
  const days = (from: Date, to: Date): Days => ({ date_from: localDate(from), date_to: localDate(to) });
  if (preset === 'today') return days(now, now);
  if (preset === 'lastSevenDays') return days(new Date(year, month, day - 6), now);
  return days(new Date(year, month - 1, 1), new Date(year, month, 0));
}
