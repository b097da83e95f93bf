import { localDate } from '../../lib/calendar-date.ts';

export const datePresets = ['today', 'lastSevenDays', 'lastMonth'] as const;
export type DatePreset = (typeof datePresets)[number];
/** Of appointments, which are ahead. */
export const comingPresets = ['today', 'tomorrow', 'nextSevenDays'] as const;
export type AnyPreset = DatePreset | (typeof comingPresets)[number];

/** The filters of the first and the last day. */
export interface DateRange {
  from: 'date_from' | 'closed_from' | 'appointment_from';
  to: 'date_to' | 'closed_to' | 'appointment_to';
}

/**
 * The first and the last day of a preset, in the time zone of the device.
 * @param now the current time
 */
export function daysOf(preset: AnyPreset, now: Date): [first: string, last: string] {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
  if (preset === 'today') return [localDate(now), localDate(now)];
  const later = (days: number): string => localDate(new Date(year, month, day + days));
  if (preset === 'tomorrow') return [later(1), later(1)];
  if (preset === 'nextSevenDays') return [later(0), later(6)];
  if (preset === 'lastSevenDays') return [localDate(new Date(year, month, day - 6)), localDate(now)];
  return [localDate(new Date(year, month - 1, 1)), localDate(new Date(year, month, 0))];
}

/** The preset that these days are. */
export const presetOf = (from: string | undefined, to: string | undefined, now: Date): DatePreset | undefined =>
  presetAmong(datePresets, from, to, now);

/** The one of these presets that the days are. */
export const presetAmong = <Preset extends AnyPreset>(
  presets: readonly Preset[],
  from: string | undefined,
  to: string | undefined,
  now: Date,
): Preset | undefined =>
  presets.find((name) => {
    const [first, last] = daysOf(name, now);
    return first === from && last === to;
  });
