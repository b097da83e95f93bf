/** @returns when somebody comes, such as `5 Mar 2026, 08:00–10:00 (Europe/Berlin)` */
export const periodInWords = (locale: string, timezone: string, { from, to }: { from: string; to: string }): string =>
  `${formatter(locale, timezone).formatRange(new Date(from), new Date(to))} (${timezone})`;

/** @returns a moment, such as `5 Mar 2026, 08:00 (Europe/Berlin)` */
export const momentInWords = (locale: string, timezone: string, moment: string): string =>
  `${formatter(locale, timezone).format(new Date(moment))} (${timezone})`;

const formatter = (locale: string, timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });

/** The forms of a unit of time after a number; `other` where a language has no form of its own for a count. */
type Unit = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/**
 * Returns a function that puts a time into words, with the two largest units that are not zero: `1 day 2 hours`.
 * @param language BCP 47 tag
 * @param lessThanAMinute the words for less than a minute
 */
export function durationFormatter(
  language: string,
  units: { day: Unit; hour: Unit; minute: Unit },
  lessThanAMinute: string,
): (durationMs: number) => string {
  const rules = new Intl.PluralRules(language);
  return (durationMs) => {
    const minutes = Math.max(0, Math.floor(durationMs / 60_000));
    const parts: [number, Unit][] = [
      [Math.floor(minutes / 1440), units.day],
      [Math.floor(minutes / 60) % 24, units.hour],
      [minutes % 60, units.minute],
    ];
    const words = parts.filter(([n]) => n > 0).map(([n, unit]) => `${n} ${unit[rules.select(n)] ?? unit.other}`);
    return words.slice(0, 2).join(' ') || lessThanAMinute;
  };
}
