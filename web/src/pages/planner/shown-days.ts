import { isDate, localDate } from '../../lib/calendar-date.ts';

export const views = ['day', 'week', 'twoWeeks'] as const;
export type View = (typeof views)[number];
const lengths: Record<View, number> = { day: 1, week: 7, twoWeeks: 14 };

/** A day of the local time zone. */
export interface Day {
  /** such as `2026-11-23` */
  date: string;
  begins: Date;
  ends: Date;
}

/** @returns the view of a URL, else a week */
export const parseView = (text: string | undefined): View => views.find((view) => view === text) ?? 'week';

/** The first day that a view shows: the day of the URL, or the Monday before it; today without one. */
export function firstDayOf(view: View, text: string | undefined, now: Date): Date {
  const [year = 0, month = 1, day = 1] = (text && isDate(text) ? text : localDate(now)).split('-').map(Number);
  const date = new Date(year, month - 1, day);
  const daysBefore = view === 'day' ? 0 : (date.getDay() + 6) % 7;
  return daysLater(date, -daysBefore);
}

/** The midnight so many days later. */
export const daysLater = (date: Date, days: number): Date => new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);

/** The days that a view shows. */
export const daysOf = (view: View, first: Date): Day[] =>
  Array.from({ length: lengths[view] }, (_, index) => {
    const begins = daysLater(first, index);
    return { date: localDate(begins), begins, ends: daysLater(first, index + 1) };
  });

/** The first days of the views before and after this one. */
export const neighbours = (view: View, first: Date): { previous: string; next: string } => ({
  previous: localDate(daysLater(first, -lengths[view])),
  next: localDate(daysLater(first, lengths[view])),
});

/** The days of UTC, as the service counts them, that these days are part of. */
export function utcDaysOf(days: readonly Day[]): { from: string; to: string } {
  const [first, last] = [days[0], days.at(-1)];
  const utcDate = (time: number): string => new Date(time).toISOString().slice(0, 10);
  return { from: utcDate(first?.begins.getTime() ?? 0), to: utcDate((last?.ends.getTime() ?? 1) - 1) };
}

/** Whether a time is in a day: also one that began on the day before. */
export const isOnDay = ({ from, to }: { from: string; to: string }, { begins, ends }: Day): boolean =>
  new Date(from) < ends && new Date(to) > begins;

/** Whether somebody who is away from one day to another is away on a day. */
export const isAwayOn = ({ from, to }: { from: string; to: string }, date: string): boolean => from <= date && to >= date;
