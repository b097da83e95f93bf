import type { Language } from '../../../../platform/lib/languages.ts';
import { de } from './de.ts';
import { en, type PageTexts } from './en.ts';
import { pl } from './pl.ts';

/** The texts of the public pages. */
export const pageTexts: Record<Language, PageTexts> = { en, de, pl };

/** The texts of labels. */
export const labelTexts: Record<Language, { locale: string; title: string; hint: string }> = {
  en: { locale: 'en-GB', title: 'Labels', hint: 'Something broken? Scan the code and report it.' },
  de: { locale: 'de-DE', title: 'Etiketten', hint: 'Etwas defekt? Code scannen und melden.' },
  pl: { locale: 'pl-PL', title: 'Etykiety', hint: 'Coś nie działa? Zeskanuj kod i zgłoś.' },
};
