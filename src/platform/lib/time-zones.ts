/** Offsets such as +02:00 are no names of time zones. */
const zoneName = /^[A-Za-z]/;

/** Whether a text is the name of a time zone of the IANA database. */
export function isTimeZone(text: string): boolean {
  if (!zoneName.test(text)) return false;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text);
    return true;
  } catch {
    return false;
  }
}

/** Since when a time zone has which offset from UTC. */
export interface ZoneOffset {
  since: Date;
  seconds: number;
}

/** The offsets of a time zone in a range, of which the first begins with it. @throws RangeError the zone is unknown */
export function zoneOffsets(from: Date, to: Date, timezone: string): ZoneOffset[] {
  const offsets: ZoneOffset[] = [];
  let at: Temporal.ZonedDateTime | null = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(timezone);
  while (at && at.epochMilliseconds < to.getTime()) {
    offsets.push({ since: new Date(at.epochMilliseconds), seconds: at.offsetNanoseconds / 1e9 });
    at = at.getTimeZoneTransition('next');
  }
  return offsets;
}
