import { useTextsOf } from '../../../i18n/locale.ts';
import { de } from './de.ts';
import { type CompanyTexts, en } from './en.ts';
import { pl } from './pl.ts';

const texts = { en, de, pl };

/** The texts of the return from the provider of the company, in the current language. */
export const useCompanyTexts = (): CompanyTexts => useTextsOf(texts);
