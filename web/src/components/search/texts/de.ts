import type { SearchTexts } from './en.ts';

export const de: SearchTexts = {
  field: 'Suchen',
  hint: 'Aufträge, Gebäude, Personen, Seiten',
  tickets: 'Aufträge',
  projects: 'Projekte',
  objects: 'Gebäude',
  people: 'Personen',
  pages: 'Seiten',
  none: 'Nichts gefunden',
  all: (count) => `Alle ${count} Aufträge anzeigen`,
  hintWords: 'Wortanfänge genügen. #123 findet eine Nummer.',
};
