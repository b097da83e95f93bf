import type { SendReason } from './channels.ts';

// When a notification may be sent: outside of quiet hours, or with the next digest, by the clock on the wall of its person.

export interface Timing {
  /** local times as HH:MM[:SS]; undefined: none */
  quietHours: { from: string; to: string; urgentBreaks: boolean } | undefined;
  /** local time of the daily digest; undefined: none */
  digestAt: string | undefined;
  timezone: string;
}

export interface DueTime {
  at: Date;
  /** why not now */
  reason: '' | Extract<SendReason, 'digest' | 'quiet_hours'>;
}

/**
 * @param isUrgent the ticket has high priority
 * @returns the first moment, now or later, at which it may be sent
 */
export function dueTime(now: Date, { quietHours, digestAt, timezone }: Timing, isUrgent: boolean): DueTime {
  if (digestAt !== undefined) {
    const at = toDate(nextAt(localTime(now, timezone), Temporal.PlainTime.from(digestAt)));
    return { at: quietUntil(at, { quietHours, timezone }, false) ?? at, reason: 'digest' };
  }
  const until = quietUntil(now, { quietHours, timezone }, isUrgent);
  return until ? { at: until, reason: 'quiet_hours' } : { at: now, reason: '' };
}

/** @returns the end of the quiet hours that it is in; undefined: it may be sent */
export function quietUntil(
  now: Date,
  { quietHours, timezone }: Pick<Timing, 'quietHours' | 'timezone'>,
  isUrgent: boolean,
): Date | undefined {
  if (!quietHours || (isUrgent && quietHours.urgentBreaks)) return undefined;
  const local = localTime(now, timezone);
  const from = Temporal.PlainTime.from(quietHours.from);
  const to = Temporal.PlainTime.from(quietHours.to);
  return isBetween(local.toPlainTime(), from, to) ? toDate(nextAt(local, to)) : undefined;
}

const localTime = (now: Date, timezone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone);

/** Whether a time of the day is in a span that may go over midnight; a span that ends when it begins is empty. */
function isBetween(time: Temporal.PlainTime, from: Temporal.PlainTime, to: Temporal.PlainTime): boolean {
  const { compare } = Temporal.PlainTime;
  const isAfterFrom = compare(time, from) >= 0;
  const isBeforeTo = compare(time, to) < 0;
  return compare(from, to) <= 0 ? isAfterFrom && isBeforeTo : isAfterFrom || isBeforeTo;
}

/**
 * The next moment after `local` at which the clock shows `time`. A time that a change of the clocks skips is moved behind the
 * change; of one that it repeats, both are looked at.
 */
function nextAt(local: Temporal.ZonedDateTime, time: Temporal.PlainTime): Temporal.ZonedDateTime {
  const today = local.toPlainDate().toPlainDateTime(time);
  const tomorrow = today.add({ days: 1 });
  const candidates = (['earlier', 'later'] as const).map((disambiguation) =>
    today.toZonedDateTime(local.timeZoneId, { disambiguation: isSkipped(today, local.timeZoneId) ? 'later' : disambiguation }),
  );
  const next = candidates.find((candidate) => Temporal.ZonedDateTime.compare(candidate, local) > 0);
  return next ?? tomorrow.toZonedDateTime(local.timeZoneId);
}

/** Whether the clock does not show this time on that day. */
const isSkipped = (local: Temporal.PlainDateTime, timezone: string): boolean =>
  !local.toZonedDateTime(timezone).toPlainDateTime().equals(local);

const toDate = ({ epochMilliseconds }: Temporal.ZonedDateTime): Date => new Date(epochMilliseconds);
