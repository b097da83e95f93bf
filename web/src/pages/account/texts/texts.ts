import { useTextsOf } from '../../../i18n/locale.ts';
import { de } from './de.ts';
import { en, type SignInTexts } from './en.ts';
import { pl } from './pl.ts';

const texts = { en, de, pl };

/** The texts of the ways to sign in without a password, in the current language. */
export const useSignInTexts = (): SignInTexts => useTextsOf(texts);
