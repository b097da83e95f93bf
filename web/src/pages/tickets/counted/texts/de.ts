import type { CountedTexts } from './en.ts';

export const de: CountedTexts = {
  label: 'Gezählt als',
  kinds: {
    created: 'Erstellt',
    closed: 'Geschlossen',
    canceled: 'Storniert',
    reworked: 'Nachgebessert',
    met: 'Pünktlich',
    missed: 'Verspätet',
  },
  ofWorker: 'von einer Person',
  note: 'Die Aufträge hinter einer Zahl der Statistik, unabhängig vom heutigen Status. Gelöschte Aufträge sind nicht aufgeführt.',
};
