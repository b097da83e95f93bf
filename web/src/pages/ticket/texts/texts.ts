import { useTextsOf } from '../../../i18n/locale.ts';
import { de } from './de.ts';
import { en, type TicketTexts } from './en.ts';
import { pl } from './pl.ts';

// Apart from the texts of the first page, which has a maximum of bytes; these come with what is loaded after a ticket's page.

const ticketTexts = { en, de, pl };

/** The texts of this folder in the current language. */
export const useTicketTexts = (): TicketTexts => useTextsOf(ticketTexts);
