import { useTextsOf } from '../../../i18n/locale.ts';
import { de } from './de.ts';
import { type ChecklistTexts, en } from './en.ts';
import { pl } from './pl.ts';

const checklistTexts = { en, de, pl };

/** The texts of this folder in the current language. */
export const useChecklistTexts = (): ChecklistTexts => useTextsOf(checklistTexts);
