import type { Language } from '../../../../platform/lib/languages.ts';

/** The texts of labels. */
export const labelTexts: Record<Language, { locale: string; title: string; hint: string }> = {
  en: { locale: 'en-GB', title: 'Labels', hint: 'Something broken? Scan the code and report it.' },
  de: { locale: 'de-DE', title: 'Etiketten', hint: 'Etwas defekt? Code scannen und melden.' },
  pl: { locale: 'pl-PL', title: 'Etykiety', hint: 'Coś nie działa? Zeskanuj kod i zgłoś.' },
};
