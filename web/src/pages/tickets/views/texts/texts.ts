import { useTextsOf } from '../../../../i18n/locale.ts';
import { de } from './de.ts';
import { en, type ViewTexts } from './en.ts';
import { pl } from './pl.ts';

/** The texts of this folder in the current language. */
export const useViewTexts = (): ViewTexts => useTextsOf({ en, de, pl });
