import { useTextsOf } from '../../../i18n/locale.ts';
import { de } from './de.ts';
import { en, type ReassigningTexts } from './en.ts';
import { pl } from './pl.ts';

const reassigningTexts = { en, de, pl };

/** The texts of this folder in the current language. */
export const useReassigningTexts = (): ReassigningTexts => useTextsOf(reassigningTexts);
