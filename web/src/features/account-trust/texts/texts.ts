import { textsHook } from '../../../i18n/locale.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { pl } from './pl.ts';

/** The texts of this folder in the current language. */
export const useTrustTexts = textsHook({ en, de, pl });
