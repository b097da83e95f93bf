import { useTextsOf } from '../../../i18n/locale.ts';
import { de } from './de.ts';
import { en, type SearchTexts } from './en.ts';
import { pl } from './pl.ts';

/** The texts of this folder in the current language. */
export const useSearchTexts = (): SearchTexts => useTextsOf({ en, de, pl });
