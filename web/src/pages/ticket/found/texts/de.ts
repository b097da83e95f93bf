import type { FoundTexts } from './en.ts';

export const de: FoundTexts = {
  report: 'Weiteren Mangel melden',
  lead: (place) => `Für ${place}. Der Auftraggeber entscheidet, was daraus wird.`,
  leadAnywhere: 'Der Auftraggeber entscheidet, was daraus wird.',
  text: 'Was ist kaputt?',
  textHint: 'Mindestens 5 Zeichen oder ein Foto.',
  seePhoto: 'Siehe Foto.',
  more: 'Kategorie, Etage, Anlage',
  category: 'Kategorie',
  equipment: 'Anlage',
  none: 'Keine Angabe',
  send: 'Meldung senden',
  sending: 'Ihre Meldung wird gesendet.',
  waits: 'Gespeichert. Ihre Meldung wird gesendet, sobald es eine Verbindung gibt.',
  found: 'Bei diesem Auftrag gefunden',
  statuses: {
    open: 'Wartet auf den Auftraggeber',
    accepted: 'Wurde ein Auftrag',
    merged: 'Einem Auftrag hinzugefügt',
    dismissed: 'Abgelehnt',
  },
  photos: (count) => (count === 1 ? '1 Foto' : `${count} Fotos`),
};
