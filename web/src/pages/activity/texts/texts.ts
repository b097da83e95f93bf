import { useTextsOf } from '../../../i18n/locale.ts';
import { de } from './de.ts';
import { type ActivityTexts, en } from './en.ts';
import { pl } from './pl.ts';

const activityTexts = { en, de, pl };

/** The texts of this folder in the current language. */
export const useActivityTexts = (): ActivityTexts => useTextsOf(activityTexts);
