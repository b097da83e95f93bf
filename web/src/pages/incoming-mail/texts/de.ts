import { pluralFormatter } from '../../../i18n/plurals.ts';
import type { IncomingMailTexts } from './en.ts';

const n = pluralFormatter('de');

export const de: IncomingMailTexts = {
  title: 'Eingehende E-Mails',
  status: 'Systemstatus',
  reasons: {
    working: 'Das Postfach wird jede Minute gelesen.',
    not_configured: 'Kein Postfach eingerichtet, deshalb werden keine E-Mails gelesen. Setzen Sie IMAP_HOST.',
    failed: 'Das Postfach kann nicht gelesen oder einige E-Mails können nicht gespeichert werden. Der Grund steht im Log.',
    late: 'Das Postfach wurde länger nicht gelesen. Prüfen Sie, ob der Dienst ohne Unterbrechung läuft.',
  },
  taken: (count) =>
    n(count, {
      one: '{n} E-Mail der letzten 30 Tage wurde zu einer Meldung oder einem Kommentar.',
      other: '{n} E-Mails der letzten 30 Tage wurden zu Meldungen oder Kommentaren.',
    }),
  lastRead: 'Zuletzt gelesen:',
  left: (count) => n(count, { one: '{n} E-Mail wurde nicht übernommen', other: '{n} E-Mails wurden nicht übernommen' }),
  leftText: 'Sie liegen weiterhin im Postfach und stehen hier 30 Tage lang.',
  none: 'Alle E-Mails übernommen',
  noneText: 'Hier stehen E-Mails der letzten 30 Tage, die weder Meldung noch Kommentar wurden, mit dem Grund.',
  noSubject: 'Kein Betreff',
  noSender: 'Kein Absender',
  why: {
    automatic: {
      name: 'Automatische E-Mail',
      text: 'Ein Programm hat sie geschrieben, etwa eine Abwesenheitsnotiz oder eine Mailingliste.',
    },
    delivery_report: {
      name: 'Zustellbericht',
      text: 'Ein Mailserver oder eine Lesebestätigung berichtet über eine andere E-Mail.',
    },
    own_mail: { name: 'Eigene E-Mail', text: 'Diese oder eine andere Installation von Callout hat sie gesendet.' },
    no_sender: { name: 'Kein Absender', text: 'Sie hat keine Adresse, der sie zugeordnet werden könnte.' },
    too_many: {
      name: 'Zu viele E-Mails',
      text: 'Vom Absender kamen mehr als 20 E-Mails in einer Stunde, oder das Gebäude hat so viele Meldungen, wie an einem Tag möglich sind.',
    },
    too_large: { name: 'Zu groß', text: 'Sie hat mehr als 25 MB.' },
    empty: { name: 'Leer', text: 'Sie hat weder neuen Text noch Dateien.' },
    failed: { name: 'Nicht lesbar', text: 'Sie konnte nicht gelesen oder gespeichert werden. Der Grund steht im Log.' },
  },
};
