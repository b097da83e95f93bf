import { useTextsOf } from '../../../i18n/locale.ts';
import { de } from './de.ts';
import { en, type ReportTexts } from './en.ts';
import { pl } from './pl.ts';

const reportTexts = { en, de, pl };

/** The texts of this folder in the current language. */
export const useReportTexts = (): ReportTexts => useTextsOf(reportTexts);
