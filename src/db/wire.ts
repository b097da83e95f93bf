import pg from 'pg';

/** Below the 60 s that an answer may take. */
const statementTimeoutMs = 55_000;
/** Reads by key and first pages take milliseconds; one that does not must not hold up those behind it for long. */
export const readTimeoutMs = 10_000;

/** What every connection sets: UTC, so that a timestamp's text is one step from RFC 3339, and a timeout for statements. */
export const sessionOptions = (timeoutMs = statementTimeoutMs): string =>
  `-c TimeZone=UTC -c jit=off -c statement_timeout=${timeoutMs} -c idle_in_transaction_session_timeout=60s`;

const int8 = 20;
const timestamptz = 1184;

/** How column values become JavaScript; a Date object per timestamp would cost a fifth of a list. */
export const types: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (oid === int8 && format !== 'binary') return Number;
    if (oid === timestamptz && format !== 'binary') return toRfc3339;
    return pg.types.getTypeParser(oid, format);
  },
};

/** `2026-01-02 03:04:05.6+00` (the server leaves out trailing zeros) to `2026-01-02T03:04:05.600Z`. */
export function toRfc3339(text: string): string {
  const [date, time] = [text.slice(0, 10), text.slice(11, -3)];
  if (time.length === 12) return `${date}T${time}Z`;
  return `${date}T${time.length === 8 ? `${time}.` : time}`.padEnd(23, '0').concat('Z');
}

// Dates are sent in UTC, whatever zone the machine keeps.
pg.defaults.parseInputDatesAsUTC = true;
