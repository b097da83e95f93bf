import { useTextsOf } from '../../../i18n/locale.ts';
import { de } from './de.ts';
import { type AccountDialogTexts, en } from './en.ts';
import { pl } from './pl.ts';

const texts = { en, de, pl };

/** The texts of this folder, in the current language. */
export const useAccountDialogTexts = (): AccountDialogTexts => useTextsOf(texts);
