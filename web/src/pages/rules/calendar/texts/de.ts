import { pluralFormatter } from '../../../../i18n/plurals.ts';
import type { CalendarTexts } from './en.ts';

const n = pluralFormatter('de');

export const de: CalendarTexts = {
  patterns: 'Wann sie laufen',
  title: 'Kalender',
  lead: 'Wann Ihre Zeitpläne Aufträge erstellen.',
  previous: 'Voriger Monat',
  next: 'Nächster Monat',
  none: 'Keine Aufträge aus Zeitplänen in diesem Monat',
  more: (count) => n(count, { one: '{n} weiterer', other: '{n} weitere' }),
  overdue: 'Überfällig',
  willNotRun: 'Kein Auftrag:',
  shift: 'Verschieben',
  shiftRun: 'Verschieben …',
  shiftTitle: 'Zeitplan verschieben',
  shiftText:
    'Ziehen Sie einen Auftrag auf einen anderen Tag, oder wählen Sie „Verschieben …“: Alle kommenden Aufträge des Zeitplans verschieben sich ebenso weit.',
  shiftTextNarrow: 'Mit „Verschieben …“ verschieben Sie alle kommenden Aufträge eines Zeitplans.',
  newDate: 'Neues Datum',
  anotherDate: 'Wählen Sie einen anderen Tag.',
  inPast: 'Wählen Sie einen Zeitpunkt in der Zukunft.',
  moved: (days) =>
    days > 0
      ? n(days, {
          one: 'Alle kommenden Aufträge dieses Zeitplans verschieben sich um {n} Tag nach hinten.',
          other: 'Alle kommenden Aufträge dieses Zeitplans verschieben sich um {n} Tage nach hinten.',
        })
      : n(-days, {
          one: 'Alle kommenden Aufträge dieses Zeitplans verschieben sich um {n} Tag nach vorn.',
          other: 'Alle kommenden Aufträge dieses Zeitplans verschieben sich um {n} Tage nach vorn.',
        }),
  preview: 'Nächste Termine',
  before: 'Bisher',
  after: 'Nach dem Verschieben',
  shifted: 'Zeitplan verschoben.',
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
