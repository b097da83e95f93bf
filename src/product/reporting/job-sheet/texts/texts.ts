import type { Language } from '../../../../platform/lib/languages.ts';
import { de } from './de.ts';
import { en, type JobSheetTexts } from './en.ts';
import { pl } from './pl.ts';

export const jobSheetTexts: Record<Language, JobSheetTexts> = { en, de, pl };
