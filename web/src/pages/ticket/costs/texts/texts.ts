import { useTextsOf } from '../../../../i18n/locale.ts';
import { de } from './de.ts';
import { type CostTexts, en } from './en.ts';
import { pl } from './pl.ts';

const costTexts = { en, de, pl };

/** The texts of this folder in the current language. */
export const useCostTexts = (): CostTexts => useTextsOf(costTexts);
