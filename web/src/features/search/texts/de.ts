import type { SearchTexts } from './en.ts';

export const de: SearchTexts = {
  field: 'Suchen',
  hint: 'Aufträge, Gebäude, Personen, Seiten',
  hintForWorkers: 'Aufträge, Seiten, Aktionen',
  tickets: 'Aufträge',
  projects: 'Projekte',
  objects: 'Gebäude',
  people: 'Personen',
  pages: 'Seiten',
  actions: 'Aktionen',
  newClient: 'Neuer Auftraggeber',
  calendar: 'Kalender der Zeitpläne',
  documents: 'Ablaufende Dokumente',
  switchTo: { light: 'Helles Design einschalten', dark: 'Dunkles Design einschalten' },
  language: (language) => `Sprache: ${language}`,
  none: 'Nichts gefunden',
  all: (count) => `Alle ${count} Aufträge anzeigen`,
  hintWords: 'Wortanfänge genügen. #123 findet eine Nummer.',
};
