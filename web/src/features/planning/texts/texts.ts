import { useTextsOf } from '../../../i18n/locale.ts';
import { de } from './de.ts';
import { en, type PlanningTexts } from './en.ts';
import { pl } from './pl.ts';

const planningTexts = { en, de, pl };

/** The texts of this folder in the current language. */
export const usePlanningTexts = (): PlanningTexts => useTextsOf(planningTexts);
