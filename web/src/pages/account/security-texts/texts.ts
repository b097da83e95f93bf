import { useTextsOf } from '../../../i18n/locale.ts';
import { de } from './de.ts';
import { en, type SecurityTexts } from './en.ts';
import { pl } from './pl.ts';

// Apart from the texts of the first page, which has a maximum of bytes.
const texts = { en, de, pl };

/** The texts of the profile and the security page in the current language. */
export const useSecurityTexts = (): SecurityTexts => useTextsOf(texts);
