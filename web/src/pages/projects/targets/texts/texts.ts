import { useTextsOf } from '../../../../i18n/locale.ts';
import { de } from './de.ts';
import { en, type TargetTexts } from './en.ts';
import { pl } from './pl.ts';

// These come with the page of a project.

/** The texts of this folder in the current language. */
export const useTargetTexts = (): TargetTexts => useTextsOf({ en, de, pl });
