import { textsHook } from '../../../i18n/locale.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { pl } from './pl.ts';

/** The texts of the profile and the security page in the current language. */
export const useSecurityTexts = textsHook({ en, de, pl });
