import type { Language } from '../../../../platform/lib/languages.ts';

interface MergedTexts {
  again: string;
  /** of a worker */
  found: string;
  floor: string;
}

const texts: Record<Language, MergedTexts> = {
  en: { again: 'Reported again on the public page:', found: 'Found by a worker during another job:', floor: 'Floor' },
  de: { again: 'Noch einmal über die öffentliche Seite gemeldet:', found: 'Bei einem anderen Auftrag gefunden:', floor: 'Etage' },
  pl: { again: 'Zgłoszono ponownie przez stronę publiczną:', found: 'Zauważone przy innym zleceniu:', floor: 'Piętro' },
};

/**
 * The comment that a report becomes when it is merged into a ticket. It says neither who has reported it, because names in texts are never
 * replaced, nor how to reach them.
 */
export function mergedReport(
  language: Language,
  { text, floor, reported_by_name }: { text: string; floor: string; reported_by_name: string },
): string {
  const { again, found, floor: label } = texts[language];
  return [reported_by_name === '' ? again : found, text, ...(floor ? [`${label}: ${floor}`] : [])].join('\n');
}
