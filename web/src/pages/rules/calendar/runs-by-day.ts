import type { CalendarRun } from './run-list.tsx';

/** The runs of a month by the day of the local time zone. */
export const runsByDay = (runs: readonly CalendarRun[]): Map<number, CalendarRun[]> =>
  Map.groupBy(runs, ({ at }) => new Date(at).getDate());
