// Months as the service writes them: 2026-03.

/** @returns the month of a date and those before it, the newest first */
export const lastMonths = (today: Date, count: number): string[] =>
  Array.from({ length: count }, (_, back) => monthOf(new Date(today.getFullYear(), today.getMonth() - back, 1)));

const monthOf = (date: Date): string => `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`;

/** @returns the first and the last day of a month as dates */
export function daysOfMonth(month: string): { from: string; to: string } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return { from: `${month}-01`, to: `${month}-${last}` };
}
