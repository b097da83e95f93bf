import { textsHook } from '../../../i18n/locale.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { pl } from './pl.ts';

/** The texts of the link of an invitation, in the current language. */
export const useJoinTexts = textsHook({ en, de, pl });
