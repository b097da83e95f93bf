import { useTextsOf } from '../../../../i18n/locale.ts';
import { de } from './de.ts';
import { en, type TicketPlanningTexts } from './en.ts';
import { pl } from './pl.ts';

const ticketPlanningTexts = { en, de, pl };

/** The texts of this folder in the current language. */
export const useTicketPlanningTexts = (): TicketPlanningTexts => useTextsOf(ticketPlanningTexts);
