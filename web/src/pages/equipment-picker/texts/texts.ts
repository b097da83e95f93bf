import { textsHook } from '../../../i18n/locale.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { pl } from './pl.ts';

/** The texts for the equipment of a ticket in the current language. */
export const usePickerTexts = textsHook({ en, de, pl });
