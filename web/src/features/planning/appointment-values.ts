import type { Appointment } from '../../contract/schemas.ts';
import { isCompleteDate, isDate, localDate } from '../../lib/calendar-date.ts';

/** An appointment as fields have it, in the time zone of the device. */
export interface AppointmentValues {
  /** such as `2026-11-23` */
  date: string;
  /** such as `09:00` */
  from: string;
  /** not after `from`: on the next day */
  to: string;
  note: string;
}

const clock = (time: Date): string => time.toTimeString().slice(0, 5);

/** The fields of an appointment that is set. */
export const valuesOfAppointment = ({ from, to, note }: Pick<Appointment, 'from' | 'to' | 'note'>): AppointmentValues => ({
  ...valuesOfPeriod({ from: new Date(from), to: new Date(to) }),
  note,
});

/** The fields of a time. */
export const valuesOfPeriod = ({ from, to }: { from: Date; to: Date }): AppointmentValues => ({
  ...{ date: localDate(from), from: clock(from), to: clock(to), note: '' },
});

/** Tomorrow from nine to eleven. */
export function defaultAppointment(now: Date): AppointmentValues {
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  return { date: localDate(tomorrow), from: '09:00', to: '11:00', note: '' };
}

/** Whether it ends on the day after it begins. */
export const endsNextDay = ({ from, to }: AppointmentValues): boolean => from !== '' && to !== '' && to <= from;

/** The beginning and the end; invalid dates while a field is empty. */
export function instantsOf(values: AppointmentValues): { from: Date; to: Date } {
  const at = (time: string, days: number): Date => {
    const [year = 0, month = 1, day = 1] = values.date.split('-').map(Number);
    const [hour = Number.NaN, minute = Number.NaN] = time.split(':').map(Number);
    return new Date(year, month - 1, day + days, time === '' ? Number.NaN : hour, minute);
  };
  return { from: at(values.from, 0), to: at(values.to, endsNextDay(values) ? 1 : 0) };
}

/** What the service takes of an appointment. */
export function periodOf(values: AppointmentValues): { from: string; to: string; note?: string } {
  const { from, to } = instantsOf(values);
  const note = values.note.trim();
  return { from: from.toISOString(), to: to.toISOString(), ...(note && { note }) };
}

/** Whether the beginning is known and over. */
export const beginsInPast = (values: AppointmentValues, now: Date): boolean => instantsOf(values).from < now;

/** Whether the service takes it: complete, and not in the past. */
export function isValidAppointment(values: AppointmentValues, now: Date): boolean {
  if (!isDate(values.date) || !isCompleteDate(values.date) || values.date === '') return false;
  const { from, to } = instantsOf(values);
  return from >= now && to > from;
}
