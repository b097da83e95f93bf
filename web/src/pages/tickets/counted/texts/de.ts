import type { CountedTexts } from './en.ts';

export const de: CountedTexts = {
  label: 'Gezählt als',
  kinds: {
    created: 'Erstellt',
    closed: 'Geschlossen',
    canceled: 'Storniert',
    reworked: 'Nachgebessert',
    met: 'Fristen eingehalten',
    missed: 'Fristen versäumt',
  },
  ofWorker: 'von einer Person',
  note: 'Die Aufträge hinter einer Zahl der Statistik, jeder einmal, unabhängig vom heutigen Status. Gelöschte Aufträge fehlen.',
};
