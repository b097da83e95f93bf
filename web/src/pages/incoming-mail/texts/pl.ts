import { pluralFormatter } from '../../../i18n/plurals.ts';
import type { IncomingMailTexts } from './en.ts';

const n = pluralFormatter<'one' | 'few' | 'many'>('pl');

export const pl: IncomingMailTexts = {
  title: 'Poczta przychodząca',
  status: 'Stan systemu',
  reasons: {
    working: 'Skrzynka jest odczytywana co minutę.',
    not_configured: 'Skrzynka nie jest skonfigurowana, więc e-maile nie są odczytywane. Ustaw IMAP_HOST.',
    failed: 'Nie można odczytać skrzynki lub zapisać niektórych e-maili. Przyczynę podaje log.',
    late: 'Skrzynka od dłuższego czasu nie była odczytywana. Sprawdź, czy usługa działa bez przerw.',
  },
  taken: (count) =>
    n(count, {
      one: '{n} e-mail z ostatnich 30 dni stał się zgłoszeniem lub komentarzem.',
      few: '{n} e-maile z ostatnich 30 dni stały się zgłoszeniami lub komentarzami.',
      many: '{n} e-maili z ostatnich 30 dni stało się zgłoszeniami lub komentarzami.',
    }),
  lastRead: 'Ostatni odczyt:',
  left: (count) =>
    n(count, {
      one: '{n} e-mail nie został przyjęty',
      few: '{n} e-maile nie zostały przyjęte',
      many: '{n} e-maili nie zostało przyjętych',
    }),
  leftText: 'Nadal są w skrzynce i przez 30 dni są widoczne tutaj.',
  none: 'Wszystkie e-maile przyjęte',
  noneText: 'Tutaj są e-maile z ostatnich 30 dni, które nie stały się zgłoszeniem ani komentarzem, wraz z przyczyną.',
  noSubject: 'Bez tematu',
  noSender: 'Bez nadawcy',
  why: {
    automatic: { name: 'Automatyczny e-mail', text: 'Napisał go program, na przykład autoresponder lub lista dyskusyjna.' },
    delivery_report: { name: 'Raport doręczenia', text: 'Serwer poczty lub potwierdzenie odczytu informuje o innym e-mailu.' },
    own_mail: { name: 'Własny e-mail', text: 'Wysłała go ta lub inna instalacja Callout.' },
    no_sender: { name: 'Bez nadawcy', text: 'Nie ma adresu, któremu można by go przypisać.' },
    too_many: {
      name: 'Za dużo e-maili',
      text: 'Nadawca wysłał więcej niż 20 e-maili w ciągu godziny lub budynek ma już tyle zgłoszeń, ile dopuszcza jeden dzień.',
    },
    too_large: { name: 'Za duży', text: 'Ma więcej niż 25 MB.' },
    empty: { name: 'Pusty', text: 'Nie zawiera nowego tekstu ani plików.' },
    failed: { name: 'Nieczytelny', text: 'Nie udało się go odczytać lub zapisać. Przyczynę podaje log.' },
  },
};
