// Dates without a time, as date fields and URLs have them: 2026-11-23.

/** Whether a text is a date that exists. */
export function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${text}T`);
}

/** Whether a text is an instant as JSON has it. */
export const isInstant = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text));

/** Whether a date field has a year of four digits, or is empty. */
export const isCompleteDate = (text: string): boolean => text === '' || /^[1-9]\d{3}-/.test(text);

/**
 * The instant at which a day begins in the time zone of the device.
 * @param date a date that exists
 * @param offsetDays 1 for the day after it
 * @returns ISO 8601, UTC
 */
export function startOfLocalDay(date: string, offsetDays = 0): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  // A day has 23 or 25 hours when the clocks change.
  return new Date(year, month - 1, day + offsetDays).toISOString();
}

/** The date of a time in the time zone of the device. */
export function localDate(time: Date): string {
  const [month, day] = [time.getMonth() + 1, time.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${time.getFullYear()}-${month}-${day}`;
}
