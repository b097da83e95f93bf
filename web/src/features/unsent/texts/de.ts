import type { UnsentTexts } from './en.ts';

export const de: UnsentTexts = {
  notSent: (what) => `${what} noch nicht gesendet.`,
  discardTitle: (id) => `Nicht gesendete Änderungen an Auftrag #${id} verwerfen?`,
  discardText: (what) => `Wird von diesem Gerät gelöscht und nie gesendet: ${what}.`,
  discarded: (what) => `Verworfen: ${what}.`,
  newRequest: 'Neuer Auftrag',
  edit: 'Bearbeiten',
  discardRequestTitle: 'Neuen Auftrag verwerfen?',
};
