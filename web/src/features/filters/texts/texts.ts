import { useTextsOf } from '../../../i18n/locale.ts';
import { de } from './de.ts';
import { en, type FilterTexts } from './en.ts';
import { pl } from './pl.ts';

const texts = { en, de, pl };

/** The texts of the filters in the current language. */
export const useFilterTexts = (): FilterTexts => useTextsOf(texts);
