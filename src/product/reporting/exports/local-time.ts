import { requireTimeZone } from '../../../platform/http/validation.ts';

interface Span {
  fromMs: number;
  toMs: number;
  offsetMs: number;
}

const minuteMs = 60_000;

/** Converts instants to local time. Offsets are looked up once between two changes of the clocks, as a look-up takes microseconds. */
export class LocalTime {
  readonly timezone: string;
  readonly #spans: Span[] = [];

  /** @throws 400 when there is no such zone */
  constructor(timezone: string) {
    requireTimeZone(timezone);
    this.timezone = timezone;
  }

  /** @returns ISO 8601 with the offset from UTC, such as `2026-07-01T14:00:00.000+02:00`, or without the milliseconds */
  toIso(instantMs: number, precision: 'milliseconds' | 'seconds' = 'milliseconds'): string {
    const offsetMs = this.#offsetMs(instantMs);
    const minutes = Math.abs(Math.round(offsetMs / minuteMs));
    const two = (number: number): string => String(number).padStart(2, '0');
    const local = new Date(instantMs + offsetMs).toISOString().slice(0, precision === 'seconds' ? -5 : -1);
    return `${local}${offsetMs < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  }

  /** @returns the days since 1899-12-30 by local time, as spreadsheets store dates */
  toSerial(instantMs: number): number {
    return (instantMs + this.#offsetMs(instantMs)) / (24 * 60 * minuteMs) + 25_569;
  }

  #offsetMs(instantMs: number): number {
    const span = this.#spans.find(({ fromMs, toMs }) => fromMs <= instantMs && instantMs < toMs) ?? this.#lookUp(instantMs);
    return span.offsetMs;
  }

  #lookUp(instantMs: number): Span {
    const local = Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(this.timezone);
    const next = local.getTimeZoneTransition('next');
    // A change at this very instant is not `previous` of it.
    const previous = local.add({ milliseconds: 1 }).getTimeZoneTransition('previous');
    const span = {
      fromMs: previous?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
      toMs: next?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
      offsetMs: local.offsetNanoseconds / 1_000_000,
    };
    this.#spans.push(span);
    return span;
  }
}
