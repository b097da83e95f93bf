import { formatDuration } from '../../features/deadlines/durations.ts';

const minuteMs = 60_000;

/** A number of minutes in its largest unit. @param noValue shown for null */
export const formatSpan = (minutes: number | null, noValue: string): string =>
  minutes === null ? noValue : formatDuration(minutes * minuteMs);
