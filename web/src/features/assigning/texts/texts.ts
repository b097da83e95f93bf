import { textsHook } from '../../../i18n/locale.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { pl } from './pl.ts';

/** The texts about several selected tickets in the current language. */
export const useBulkTexts = textsHook({ en, de, pl });
