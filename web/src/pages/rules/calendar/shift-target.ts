import { localDate } from '../../../lib/calendar-date.ts';
import type { CalendarRun } from './run-list.tsx';

type DueRun = Pick<CalendarRun, 'due_at'>;

/** The time at which a run would be due on another day: at the same time of day, in the time zone of the device. */
export function shiftTarget({ due_at }: DueRun, date: string): Date {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const target = new Date(due_at);
  // Set after a change of clocks, it is the time of day on that day.
  target.setFullYear(year, month - 1, day);
  return target;
}

/** Whether a run can be shifted to a day: to another one than its own, and not into the past. */
export const isPossibleShift = (run: DueRun, date: string, now: Date): boolean =>
  date !== localDate(new Date(run.due_at)) && shiftTarget(run, date) > now;

/** By how many days of the calendar a run would be later; negative: earlier. */
export function shiftedDays({ due_at }: DueRun, date: string): number {
  const [from, to] = [localDate(new Date(due_at)), date].map((day) => Date.parse(`${day}T00:00:00Z`)) as [number, number];
  return Math.round((to - from) / 86_400_000);
}
