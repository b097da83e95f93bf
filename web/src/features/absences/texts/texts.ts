import { useTextsOf } from '../../../i18n/locale.ts';
import { de } from './de.ts';
import { type AbsenceTexts, en } from './en.ts';
import { pl } from './pl.ts';

const absenceTexts = { en, de, pl };

/** The texts of this folder in the current language. */
export const useAbsenceTexts = (): AbsenceTexts => useTextsOf(absenceTexts);
