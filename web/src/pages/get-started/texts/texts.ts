import { useTextsOf } from '../../../i18n/locale.ts';
import { de } from './de.ts';
import { en, type GetStartedTexts } from './en.ts';
import { pl } from './pl.ts';

const texts = { en, de, pl };

/** The texts of the first steps, in the current language. */
export const useGetStartedTexts = (): GetStartedTexts => useTextsOf(texts);
