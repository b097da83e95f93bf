import type { Input } from '../../api/client.ts';
import type { AuditEvent } from '../../contract/schemas.ts';
import { isDate, startOfLocalDay } from '../../lib/calendar-date.ts';
import { en } from './texts/en.ts';

// The filters of the audit log are in the URL. Dates are days in the time zone of the device.

type Query = NonNullable<Input<'GET /ext/audit'>['query']>;
export interface AuditFilters {
  event?: AuditEvent['event'];
  actor_id?: string;
  subject_id?: string;
  from?: string;
  to?: string;
}

/** The events of the API, in the order of the filter. */
export const auditEvents = Object.keys(en.events) as AuditEvent['event'][];

export const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

const maxSubjectIdLength = 100;
const isValid: Record<keyof AuditFilters, (value: string) => boolean> = {
  event: (value) => (auditEvents as string[]).includes(value),
  actor_id: isUuid,
  subject_id: (value) => value.trim() !== '' && value.length <= maxSubjectIdLength,
  from: isDate,
  to: isDate,
};

/** The valid filters of a URL; others are ignored. */
export const readFilters = (search: Record<string, unknown>): AuditFilters =>
  Object.fromEntries(
    Object.entries(isValid).flatMap(([name, isValidValue]) => {
      const value = search[name];
      return typeof value === 'string' && isValidValue(value) ? [[name, value]] : [];
    }),
  );

/** The query of the API for these filters. The last day is included. */
export const toQuery = ({ from, to, ...filters }: AuditFilters): Query => ({
  ...filters,
  ...(from && { from: startOfLocalDay(from) }),
  ...(to && { to: startOfLocalDay(to, 1) }),
});
