import { useTextsOf } from '../../../i18n/locale.ts';
import { de } from './de.ts';
import { en, type JoinTexts } from './en.ts';
import { pl } from './pl.ts';

const texts = { en, de, pl };

/** The texts of the link of an invitation, in the current language. */
export const useJoinTexts = (): JoinTexts => useTextsOf(texts);
