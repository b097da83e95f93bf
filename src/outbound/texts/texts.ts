import type { Language } from '../../platform/lib/languages.ts';
import { de } from './de.ts';
import { en, type Texts } from './en.ts';
import { pl } from './pl.ts';

export type { Texts };

const textsByLanguage: Record<Language, Texts> = { en, de, pl };

/** @param language of the account; null, or without an account: English @returns the texts of mails and messages */
export const textsIn = (language: Language | null | undefined): Texts => textsByLanguage[language ?? 'en'];
