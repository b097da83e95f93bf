import { localeTag } from './locale.ts';

// Times are shown in the zone of the device; the zone is named wherever days matter.

export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** `3 hours ago`, `in 2 days` */
export function formatRelative(at: string, now = Date.now()): string {
  const seconds = (Date.parse(at) - now) / 1000;
  const format = new Intl.RelativeTimeFormat(localeTag(), { numeric: 'auto' });
  const [unit, size] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? (['second', 1] as const);
  return unit === 'second' ? format.format(0, 'second') : format.format(Math.trunc(seconds / size), unit);
}

/** The moment with its zone, for whoever wants to know exactly. */
export function formatDateTime(at: string): string {
  return new Intl.DateTimeFormat(localeTag(), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(at));
}

export function formatDay(at: string | number | Date): string {
  return new Intl.DateTimeFormat(localeTag(), { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }).format(
    new Date(at),
  );
}

/** The value of an `<input type="datetime-local">`. */
export function toLocalInput(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

export const fromLocalInput = (text: string): string => new Date(text).toISOString();

/** The next dates of a rule's grid, from a moment on. */
export function nextRunDates(anchor: string, periodDays: number, from: Date, count: number): Date[] {
  const period = periodDays * 86_400_000;
  const origin = Date.parse(anchor);
  if (Number.isNaN(origin) || !(period > 0)) return [];
  const first = Math.max(0, Math.ceil((from.getTime() - origin) / period));
  return Array.from({ length: count }, (_, index) => new Date(origin + (first + index) * period));
}
