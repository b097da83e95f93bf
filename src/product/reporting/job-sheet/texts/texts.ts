import type { Language } from '../../../../platform/lib/languages.ts';
import { de } from './de.ts';
import { en, type ReportTexts } from './en.ts';
import { pl } from './pl.ts';

export const reportTexts: Record<Language, ReportTexts> = { en, de, pl };
