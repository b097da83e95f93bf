import { pluralFormatter } from '../../../../i18n/plurals.ts';
import type { CalendarTexts } from './en.ts';

const n = pluralFormatter('de');

export const de: CalendarTexts = {
  title: 'Kalender',
  lead: 'Wann Ihre Zeitpläne Aufträge erstellen.',
  previous: 'Voriger Monat',
  next: 'Nächster Monat',
  none: 'Keine Aufträge aus Zeitplänen in diesem Monat',
  more: (count) => n(count, { one: '{n} weiterer', other: '{n} weitere' }),
  overdue: 'Überfällig',
  willNotRun: 'Kein Auftrag:',
  feed: 'Kalender-Feed',
  feedText: 'Abonnieren Sie diesen Kalender in Google Kalender, Outlook, Thunderbird oder auf dem Telefon.',
  secret: 'Kopieren Sie die Adresse jetzt, sie wird nicht noch einmal angezeigt. Wer sie hat, kann Ihren Kalender lesen.',
  created: 'Adresse erstellt',
  replaceText: 'Eine neue Adresse ersetzt sie.',
  create: 'Adresse erstellen',
  replace: 'Neue Adresse erstellen',
  end: 'Ausschalten',
  voided: 'Kalender-Feed ausgeschaltet.',
};
