import { textsHook } from '../../../i18n/locale.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { pl } from './pl.ts';

/** The texts of the ways to sign in without a password, in the current language. */
export const useSignInTexts = textsHook({ en, de, pl });
