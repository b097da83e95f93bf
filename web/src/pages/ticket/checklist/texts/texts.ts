import { useTextsOf } from '../../../../i18n/locale.ts';
import { de } from './de.ts';
import { en, type TicketChecklistTexts } from './en.ts';
import { pl } from './pl.ts';

const ticketChecklistTexts = { en, de, pl };

/** The texts of this folder in the current language. */
export const useTicketChecklistTexts = (): TicketChecklistTexts => useTextsOf(ticketChecklistTexts);
