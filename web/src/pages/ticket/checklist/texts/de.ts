import { pluralFormatter } from '../../../../i18n/plurals.ts';
import type { TicketChecklistTexts } from './en.ts';

const n = pluralFormatter('de');

export const de: TicketChecklistTexts = {
  title: 'Prüfliste',
  add: 'Prüfliste hinzufügen',
  choose: 'Prüfliste wählen',
  search: 'Prüflisten',
  none: 'Es gibt noch keine Prüflisten.',
  manage: 'Prüflisten verwalten',
  items: (count) => n(count, { one: '{n} Punkt', other: '{n} Punkte' }),
  added: 'Prüfliste hinzugefügt.',
  remove: 'Prüfliste entfernen',
  removeTitle: 'Diese Prüfliste entfernen?',
  removeText: 'Ihre Antworten werden mit entfernt.',
  removed: 'Prüfliste entfernt.',
  notOffline: 'Braucht eine Verbindung',

  progress: (answered, total) => `${answered} von ${total} beantwortet`,
  openRequired: (count) => n(count, { one: '{n} Pflichtpunkt offen', other: '{n} Pflichtpunkte offen' }),
  failedCount: (count) => n(count, { one: '{n} Mangel', other: '{n} Mängel' }),
  required: 'Pflicht',
  state: { open: 'Offen', ok: 'In Ordnung', failed: 'Mangel' },
  showAll: (count) => n(count, { one: '{n} Punkt anzeigen', other: 'Alle {n} Punkte anzeigen' }),
  answeredBy: (name) => `von ${name}`,
  unsent: 'Noch nicht gesendet',

  previous: (value, day) => `Letztes Mal: ${value} (${day})`,
  photo: 'Foto',
  between: (min, max) => `${min} bis ${max}`,
  atLeast: (min) => `mindestens ${min}`,
  atMost: (max) => `höchstens ${max}`,
  limits: (limits) => `Grenzen: ${limits}`,
  outside: (limits) => `Außerhalb der Grenzen: ${limits}`,
  noNumber: 'Bitte eine Zahl eingeben.',
  answer: (label) => `Antwort zu ${label}`,
  changeSign: 'Vorzeichen wechseln',
  takePhoto: 'Foto aufnehmen',
  takeAnother: 'Anderes Foto aufnehmen',
  noMorePhotos: 'Dieser Auftrag nimmt keine weiteren Fotos an.',
  photoOf: (label) => `Foto: ${label}`,
  removeAnswer: 'Antwort entfernen',
  reportDefect: 'Weiteren Mangel melden',
  notSaved: (count) =>
    n(count, { one: '{n} Antwort wurde nicht gespeichert.', other: '{n} Antworten wurden nicht gespeichert.' }),
  discard: 'Verwerfen',

  openBeforeFinish: 'Diese Pflichtpunkte haben keine Antwort:',
  andMore: (count) => `und ${count} weitere`,
  finishAnyway: 'Trotzdem abschließen',
  failedItems: 'Mängel:',
  openItems: 'Pflicht, ohne Antwort:',
};
