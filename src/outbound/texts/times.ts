/** @returns when somebody comes, such as `5 Mar 2026, 08:00–10:00 (Europe/Berlin)` */
export const periodInWords = (locale: string, timezone: string, { from, to }: { from: string; to: string }): string =>
  `${formatter(locale, timezone).formatRange(new Date(from), new Date(to))} (${timezone})`;

/** @returns a moment, such as `5 Mar 2026, 08:00 (Europe/Berlin)` */
export const momentInWords = (locale: string, timezone: string, moment: string): string =>
  `${formatter(locale, timezone).format(new Date(moment))} (${timezone})`;

const formatter = (locale: string, timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
