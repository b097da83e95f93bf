import { formatUnit } from '../../i18n/dates.ts';
import { localeTag } from '../../i18n/locale.ts';

const units = [
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

const inWords = (value: number, unit: string): string =>
  new Intl.NumberFormat(localeTag(), { style: 'unit', unit, unitDisplay: 'long' }).format(value);

/** A duration in its largest unit, such as `2h`. */
export function formatDuration(ms: number): string {
  const [unit, unitMs] = units.find(([, unitMs]) => ms >= unitMs) ?? units[3];
  return formatUnit(Math.max(1, Math.floor(ms / unitMs)), unit);
}

/** Minutes, as hours where these are whole. */
export const formatMinutes = (minutes: number): string =>
  minutes % 60 === 0 ? inWords(minutes / 60, 'hour') : inWords(minutes, 'minute');
