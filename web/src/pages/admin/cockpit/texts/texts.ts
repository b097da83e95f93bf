import { useTextsOf } from '../../../../i18n/locale.ts';
import { de } from './de.ts';
import { type CockpitTexts, en } from './en.ts';
import { pl } from './pl.ts';

// Apart from the texts of the first page, which has a maximum of bytes; these come with what is loaded after it.

const texts = { en, de, pl };

/** The texts of the board that are loaded after its columns, in the current language. */
export const useCockpitTexts = (): CockpitTexts => useTextsOf(texts);
