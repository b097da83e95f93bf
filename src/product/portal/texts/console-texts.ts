import type { Language } from '../../../platform/lib/languages.ts';

interface MergedTexts {
  again: string;
  floor: string;
}

const texts: Record<Language, MergedTexts> = {
  en: { again: 'Reported again on the public page:', floor: 'Floor' },
  de: { again: 'Noch einmal über die öffentliche Seite gemeldet:', floor: 'Etage' },
  pl: { again: 'Zgłoszono ponownie przez stronę publiczną:', floor: 'Piętro' },
};

/** The comment that a report becomes when it is merged into a ticket. It does not say how its reporter can be reached. */
export function mergedReport(language: Language, { text, floor }: { text: string; floor: string }): string {
  const { again, floor: label } = texts[language];
  return [again, text, ...(floor ? [`${label}: ${floor}`] : [])].join('\n');
}
