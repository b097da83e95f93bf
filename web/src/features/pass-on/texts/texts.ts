import { textsHook } from '../../../i18n/locale.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { pl } from './pl.ts';

/** The texts of a link to pass on, in the current language. */
export const usePassOnTexts = textsHook({ en, de, pl });
