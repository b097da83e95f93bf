import type { Language } from '../../../platform/lib/languages.ts';
import { de } from './de.ts';
import { type ChatTexts, en } from './en.ts';
import { pl } from './pl.ts';

export type { ChatTexts };

const texts: Record<Language, ChatTexts> = { en, de, pl };

/** @param language null: the account has chosen none */
export const chatTextsIn = (language: Language | null): ChatTexts => texts[language ?? 'en'];
