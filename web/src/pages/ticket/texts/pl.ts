import { pluralFormatter } from '../../../i18n/plurals.ts';
import type { TicketTexts } from './en.ts';

const n = pluralFormatter('pl');

export const pl: TicketTexts = {
  compare: {
    sideBySide: 'Pokaż obok siebie',
    withSlider: 'Pokaż z suwakiem',
    choose: 'Wybierz zdjęcia do porównania',
  },
  reportPictures: 'Zdjęcia do zgłoszenia',
  noMorePhotos: 'To zgłoszenie jest zamknięte, nie można już dodać do niego zdjęć.',
  camera: {
    title: 'Zdjęcia',
    picture: 'Podgląd z aparatu',
    shutter: 'Zrób zdjęcie',
    finish: 'Gotowe',
    useApp: 'Aplikacja aparatu',
    guide: 'Wcześniejsze zdjęcie',
    choose: 'Zmień',
    starting: 'Uruchamianie aparatu …',
    refused:
      'Ta strona nie może używać aparatu. Zezwól na to w ustawieniach przeglądarki dla tej strony albo zrób zdjęcie w aplikacji aparatu.',
    missing: 'Nie znaleziono aparatu. Zrób zdjęcie w aplikacji aparatu.',
    busy: 'Nie można teraz użyć aparatu. Być może korzysta z niego inna aplikacja.',
    full: 'To zgłoszenie ma już maksymalną liczbę zdjęć.',
    added: (count: number) =>
      n(count, { one: 'Dodano {n} zdjęcie', few: 'Dodano {n} zdjęcia', many: 'Dodano {n} zdjęć', other: 'Dodano {n} zdjęcia' }),
  },
  chain: {
    verified: 'Dziennik zweryfikowany',
    checkedFrom: (time: string) => `Od ${time} nie zmieniono ani nie usunięto żadnego wpisu.`,
    changed: 'Aktywność zmieniono po jej zapisaniu',
  },
  removal: {
    deletedOn: (day: string) => `Zostanie usunięte ${day}.`,
    deletedSoon: 'Wkrótce zostanie usunięte.',
    archivedOn: (day: string) => `Zostanie zarchiwizowane i usunięte ${day}.`,
    archivedSoon: 'Wkrótce zostanie zarchiwizowane i usunięte.',
  },
  comments: {
    field: 'Komentarz',
    send: 'Wyślij komentarz',
    closed: 'To zgłoszenie jest zamknięte i nie można go już komentować.',
    workerDisabled: 'Konto wykonawcy jest zablokowane, więc komentarz do niego nie dotrze.',
    older: 'Starsze komentarze',
    withoutPictures: 'Komentarz został wysłany bez tych zdjęć.',
    internal: 'Wewnętrzny',
    internalReaders: 'Czytają go tylko administratorzy i przydzielony wykonawca',
    sendInternal: 'Wyślij komentarz wewnętrzny',
    toReporter: 'Pokaż też osobie zgłaszającej',
    toReporterHint: 'Na stronie zgłoszenia, bez nazwiska autora',
    shownToReporter: 'Pokazano też osobie zgłaszającej',
    reporter: 'Osoba zgłaszająca',
    withoutAccount: 'Bez konta',
  },
  found: 'Zgłoszenie innej usterki',
  corrections: {
    corrected: 'poprawił(a) zgłoszenie',
    older: 'Starsze poprawki',
    fields: { description: 'Opis', category: 'Kategoria', priority: 'Priorytet', floor: 'Piętro' },
    before: 'wcześniej:',
    after: 'teraz:',
    none: 'brak',
  },
};
