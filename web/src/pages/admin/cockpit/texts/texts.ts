import { textsHook } from '../../../../i18n/locale.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { pl } from './pl.ts';

/** The texts of the board that are loaded after its columns, in the current language. */
export const useCockpitTexts = textsHook({ en, de, pl });
