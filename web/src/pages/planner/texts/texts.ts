import { useTextsOf } from '../../../i18n/locale.ts';
import { de } from './de.ts';
import { en, type PlannerTexts } from './en.ts';
import { pl } from './pl.ts';

const plannerTexts = { en, de, pl };

/** The texts of this folder in the current language. */
export const usePlannerTexts = (): PlannerTexts => useTextsOf(plannerTexts);
