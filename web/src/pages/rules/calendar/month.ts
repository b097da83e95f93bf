/** A month of the local time zone. */
export interface Month {
  year: number;
  /** as `Date.getMonth` numbers them: 0 is January */
  month: number;
}

/** @param text such as `2026-03` @returns the month, or the one of `now` */
export function parseMonth(text: string | undefined, now: Date): Month {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text ?? '') ?? [];
  if (!year || !month) return { year: now.getFullYear(), month: now.getMonth() };
  return { year: Number(year), month: Number(month) - 1 };
}

/** The month so many months later, as text for the URL. */
export function monthText({ year, month }: Month, later: number): string {
  const date = new Date(year, month + later, 1);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`;
}

/** The local midnights at which a month begins and ends. */
export const boundsOf = ({ year, month }: Month): { from: string; to: string } => ({
  from: new Date(year, month, 1).toISOString(),
  to: new Date(year, month + 1, 1).toISOString(),
});

/** The weeks of a month from Monday to Sunday; undefined: a day of another month. */
export function weeksOf({ year, month }: Month): (number | undefined)[][] {
  const daysBefore = (new Date(year, month, 1).getDay() + 6) % 7;
  const days = new Date(year, month + 1, 0).getDate();
  return Array.from({ length: Math.ceil((daysBefore + days) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => {
      const day = week * 7 + weekday - daysBefore + 1;
      return day >= 1 && day <= days ? day : undefined;
    }),
  );
}
