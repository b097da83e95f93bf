import { useTextsOf } from '../../../../i18n/locale.ts';
import { de } from './de.ts';
import { en, type FoundTexts } from './en.ts';
import { pl } from './pl.ts';

const foundTexts = { en, de, pl };

/** The texts of this folder in the current language. */
export const useFoundTexts = (): FoundTexts => useTextsOf(foundTexts);
