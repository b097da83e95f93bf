import type { Absence } from '../../contract/schemas.ts';
import { formatDay } from '../../i18n/dates.ts';
import type { AbsenceTexts } from './texts/en.ts';

/** How far ahead an absence is told. */
const aheadDays = 14;

/** At noon, so that no change to daylight saving time moves it to another day. */
const atNoon = (day: string): Date => new Date(`${day}T12:00`);

/** The day of the browser's calendar. */
function dayOf(date: Date): string {
  const pad = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/** Whether a worker is away today. */
export function isAway(absences: Pick<Absence, 'from' | 'to'>[], now = new Date()): boolean {
  const today = dayOf(now);
  return absences.some(({ from, to }) => from <= today && to >= today);
}

/** Whether a worker is away now or soon, in words; of several absences the first. @returns undefined for neither */
export function absenceText(absences: Pick<Absence, 'from' | 'to'>[], texts: AbsenceTexts, now = new Date()): string | undefined {
  const today = dayOf(now);
  const last = dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() + aheadDays));
  const [next] = absences.filter(({ from, to }) => to >= today && from <= last).sort((a, b) => a.from.localeCompare(b.from));
  if (!next) return undefined;
  const to = formatDay(atNoon(next.to));
  return next.from <= today ? texts.awayUntil(to) : texts.awayFrom(formatDay(atNoon(next.from)), to);
}
