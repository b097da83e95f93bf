/** How far a local time can be from UTC in either direction. */
const maxOffsetMs = 2 * 86_400_000;

/** A range of time in which a zone has one offset. */
interface Segment {
  sinceMs: number;
  untilMs: number;
  offsetMs: number;
  end: Temporal.ZonedDateTime | null;
}

/**
 * Creates a function that finds the moments of local times of a zone, each of which must not be before the one of the call before. A local
 * time that does not exist becomes the first moment after the gap, one that exists twice its first. The offsets of the zone are
 * read only once for all times, because a conversion by Temporal takes microseconds and a calendar has thousands.
 * @param timezone a name of the IANA database
 * @returns a function that takes the local time as if it were UTC, in milliseconds since 1970
 */
export function localTimes(timezone: string): (localMs: number) => number {
  let segment: Segment | undefined;
  return (localMs) => {
    segment ??= segmentFrom(zonedTime(localMs - maxOffsetMs, timezone));
    while (localMs - segment.offsetMs >= segment.untilMs && segment.end) segment = segmentFrom(segment.end);
    return Math.max(localMs - segment.offsetMs, segment.sinceMs);
  };
}

const zonedTime = (ms: number, timezone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timezone);

function segmentFrom(since: Temporal.ZonedDateTime): Segment {
  const end = since.getTimeZoneTransition('next');
  return {
    sinceMs: since.epochMilliseconds,
    untilMs: end?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    offsetMs: since.offsetNanoseconds / 1e6,
    end,
  };
}
