import pg from 'pg';

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

/**
 * `2026-01-02 03:04:05.6+00` (the server leaves out trailing zeros) to `2026-01-02T03:04:05.600Z`.
 * @throws when the session has another time zone than UTC, so that no timestamp is shifted silently
 */
export function toRfc3339(text: string): string {
  if (!text.endsWith('+00')) throw new Error('a timestamp of the database is not in UTC');
  const [date, time] = [text.slice(0, 10), text.slice(11, -3)];
  if (time.length === 12) return `${date}T${time}Z`;
  return `${date}T${time.length === 8 ? `${time}.` : time}`.padEnd(23, '0').concat('Z');
}

// Dates are sent in UTC, whatever zone the machine keeps.
pg.defaults.parseInputDatesAsUTC = true;
