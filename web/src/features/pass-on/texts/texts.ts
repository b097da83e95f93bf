import { useTextsOf } from '../../../i18n/locale.ts';
import { de } from './de.ts';
import { en, type PassOnTexts } from './en.ts';
import { pl } from './pl.ts';

const texts = { en, de, pl };

/** The texts of a link to pass on, in the current language. */
export const usePassOnTexts = (): PassOnTexts => useTextsOf(texts);
