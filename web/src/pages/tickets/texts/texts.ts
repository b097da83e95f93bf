import { useTextsOf } from '../../../i18n/locale.ts';
import { de } from './de.ts';
import { en, type TicketListTexts } from './en.ts';
import { pl } from './pl.ts';

const texts = { en, de, pl };

/** The texts of the list in the current language. */
export const useTicketListTexts = (): TicketListTexts => useTextsOf(texts);
