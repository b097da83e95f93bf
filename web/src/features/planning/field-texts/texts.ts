import { textsHook } from '../../../i18n/locale.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { pl } from './pl.ts';

/** The texts of the fields of an appointment in the current language; apart from those of the tags of lists. */
export const useFieldTexts = textsHook({ en, de, pl });
