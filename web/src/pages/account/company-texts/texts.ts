import { textsHook } from '../../../i18n/locale.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { pl } from './pl.ts';

/** The texts of the return from the provider of the company, in the current language. */
export const useCompanyTexts = textsHook({ en, de, pl });
