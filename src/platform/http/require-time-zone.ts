import { isTimeZone } from '../lib/time-zones.ts';
import { invalidValue } from './errors.ts';

/**
 * The check of every time zone that a request names. An offset such as +02:00 is none: it has no rules for daylight saving time.
 * @param field the path of its field
 * @throws 400 when there is no such zone
 */
export function requireTimeZone(name: string, field = 'timezone'): void {
  if (!isTimeZone(name)) throw invalidValue(field, 'must be a valid timezone');
}
