import { useTextsOf } from '../../../i18n/locale.ts';
import { de } from './de.ts';
import { en, type StartTexts } from './en.ts';
import { pl } from './pl.ts';

const texts = { en, de, pl };

/** The texts of the set-up, in the current language. */
export const useStartTexts = (): StartTexts => useTextsOf(texts);
