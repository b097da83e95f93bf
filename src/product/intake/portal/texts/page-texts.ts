import type { Language } from '../../../../platform/lib/languages.ts';
import { de } from './de.ts';
import { en, type PageTexts } from './en.ts';
import { pl } from './pl.ts';

/** The texts of the public pages. */
export const pageTexts: Record<Language, PageTexts> = { en, de, pl };
