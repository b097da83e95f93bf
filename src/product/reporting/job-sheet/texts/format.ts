import type { JobSheetData } from '../job-sheet-data.ts';
import type { JobSheetTexts } from './en.ts';
import { jobSheetTexts } from './texts.ts';

/** The texts of a job sheet and its way to write times. */
export interface Formatter {
  texts: JobSheetTexts;
  /** @param at ISO 8601 */
  time: (at: string) => string;
  /** @param day such as `2026-03-01` */
  date: (day: string) => string;
  /** @param from, to ISO 8601 */
  period: (from: string, to: string) => string;
}

export function formatterOf({ language, timezone }: Pick<JobSheetData, 'language' | 'timezone'>): Formatter {
  const texts = jobSheetTexts[language];
  const format = new Intl.DateTimeFormat(texts.locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: timezone });
  const dates = new Intl.DateTimeFormat(texts.locale, { dateStyle: 'medium', timeZone: 'UTC' });
  return {
    texts,
    date: (day) => dates.format(new Date(`${day}T00:00:00Z`)),
    time: (at) => format.format(new Date(at)),
    period: (from, to) => format.formatRange(new Date(from), new Date(to)),
  };
}
