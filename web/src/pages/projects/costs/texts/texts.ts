import { useTextsOf } from '../../../../i18n/locale.ts';
import { de } from './de.ts';
import { en, type ProjectCostTexts } from './en.ts';
import { pl } from './pl.ts';

const projectCostTexts = { en, de, pl };

/** The texts of this folder in the current language. */
export const useProjectCostTexts = (): ProjectCostTexts => useTextsOf(projectCostTexts);
