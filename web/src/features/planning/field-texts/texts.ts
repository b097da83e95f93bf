import { useTextsOf } from '../../../i18n/locale.ts';
import { de } from './de.ts';
import { en, type FieldTexts } from './en.ts';
import { pl } from './pl.ts';

const fieldTexts = { en, de, pl };

/** The texts of the fields of an appointment in the current language; apart from those of the tags of lists. */
export const useFieldTexts = (): FieldTexts => useTextsOf(fieldTexts);
