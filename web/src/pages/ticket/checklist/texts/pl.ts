import { pluralFormatter } from '../../../../i18n/plurals.ts';
import type { TicketChecklistTexts } from './en.ts';

const n = pluralFormatter<'one' | 'few' | 'many'>('pl');

export const pl: TicketChecklistTexts = {
  title: 'Lista kontrolna',
  add: 'Dodaj listę kontrolną',
  choose: 'Wybierz listę kontrolną',
  search: 'Listy kontrolne',
  none: 'Nie ma jeszcze list kontrolnych.',
  manage: 'Zarządzaj listami kontrolnymi',
  items: (count) => n(count, { one: '{n} punkt', few: '{n} punkty', many: '{n} punktów' }),
  added: 'Dodano listę kontrolną.',
  remove: 'Usuń listę kontrolną',
  removeTitle: 'Usunąć tę listę kontrolną?',
  removeText: 'Zostaną usunięte także jej odpowiedzi.',
  removed: 'Usunięto listę kontrolną.',
  notOffline: 'Wymaga połączenia',

  progress: (answered, total) => `Odpowiedzi: ${answered} z ${total}`,
  openRequired: (count) =>
    n(count, {
      one: '{n} wymagany punkt bez odpowiedzi',
      few: '{n} wymagane punkty bez odpowiedzi',
      many: '{n} wymaganych punktów bez odpowiedzi',
    }),
  failedCount: (count) => `Usterki: ${count}`,
  required: 'Wymagane',
  state: { open: 'Bez odpowiedzi', ok: 'W porządku', failed: 'Usterka' },
  showAll: (count) =>
    n(count, { one: 'Pokaż {n} punkt', few: 'Pokaż wszystkie {n} punkty', many: 'Pokaż wszystkie {n} punktów' }),
  answeredBy: (name) => `odpowiedź: ${name}`,
  unsent: 'Jeszcze nie wysłano',

  previous: (value, day) => `Poprzednio: ${value} (${day})`,
  photo: 'Zdjęcie',
  between: (min, max) => `od ${min} do ${max}`,
  atLeast: (min) => `co najmniej ${min}`,
  atMost: (max) => `co najwyżej ${max}`,
  limits: (limits) => `Zakres: ${limits}`,
  outside: (limits) => `Poza zakresem: ${limits}`,
  noNumber: 'Wpisz liczbę.',
  answer: (label) => `Odpowiedź: ${label}`,
  changeSign: 'Zmień znak',
  takePhoto: 'Zrób zdjęcie',
  takeAnother: 'Zrób inne zdjęcie',
  noMorePhotos: 'To zgłoszenie nie przyjmuje więcej zdjęć.',
  photoOf: (label) => `Zdjęcie: ${label}`,
  removeAnswer: 'Usuń odpowiedź',
  reportDefect: 'Zgłoś inną usterkę',
  notSaved: (count) =>
    n(count, {
      one: 'Nie zapisano {n} odpowiedzi.',
      few: 'Nie zapisano {n} odpowiedzi.',
      many: 'Nie zapisano {n} odpowiedzi.',
    }),
  discard: 'Odrzuć',

  openBeforeFinish: 'Te wymagane punkty nie mają odpowiedzi:',
  andMore: (count) => `i jeszcze ${count}`,
  finishAnyway: 'Zakończ mimo to',
  failedItems: 'Usterki:',
  openItems: 'Wymagane, bez odpowiedzi:',
};
