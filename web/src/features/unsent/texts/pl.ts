import type { UnsentTexts } from './en.ts';

export const pl: UnsentTexts = {
  notSent: (what) => `Jeszcze niewysłane: ${what}.`,
  discardTitle: (id) => `Odrzucić niewysłane zmiany zgłoszenia #${id}?`,
  discardText: (what) => `Zniknie z tego urządzenia i nigdy nie zostanie wysłane: ${what}.`,
  discarded: (what) => `Odrzucono: ${what}.`,
  newRequest: 'Nowe zgłoszenie',
  edit: 'Edytuj',
  discardRequestTitle: 'Odrzucić nowe zgłoszenie?',
};
