import { useTextsOf } from '../../../i18n/locale.ts';
import { de } from './de.ts';
import { type BulkTexts, en } from './en.ts';
import { pl } from './pl.ts';

// Apart from the texts of the first page, which has a maximum of bytes; these come with what is loaded after it.

const texts = { en, de, pl };

/** The texts about several selected tickets in the current language. */
export const useBulkTexts = (): BulkTexts => useTextsOf(texts);
