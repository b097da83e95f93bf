import type { Language } from '../../../platform/lib/languages.ts';
import { de } from './de.ts';
import { en, type Labels } from './en.ts';
import { pl } from './pl.ts';

export type { Labels };

export const labelsIn: Record<Language, Labels> = { en, de, pl };
