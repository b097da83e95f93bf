import { pluralFormatter } from '../../../i18n/plurals.ts';
import type { StartTexts } from './en.ts';

const n = pluralFormatter('pl');

export const pl: StartTexts = {
  title: 'Konfiguracja',
  lead: 'Pięć kroków do pierwszego zgłoszenia. Pomiń to, czego teraz nie potrzebujesz: każdy krok znajdziesz tu ponownie.',
  steps: 'Kroki',
  names: { address: 'Adres', mail: 'Poczta', buildings: 'Budynki', people: 'Osoby', device: 'To urządzenie' },
  next: 'Dalej',
  save: 'Zapisz i dalej',
  later: 'Później',
  finish: 'Zakończ',
  address: {
    title: 'Gdzie inni otwierają konsolę?',
    text: 'Linki, kody QR i e-maile prowadzą pod ten adres.',
    local: (origin) =>
      `Otwarto ${origin}, co działa tylko na tym komputerze. Wpisz adres, który mogą otworzyć telefony i inne komputery.`,
    onlyHere: 'Ten adres działa tylko na tym komputerze: linki i kody QR nigdzie indziej się nie otworzą.',
    insecure: 'Bez https telefony nie oferują aparatu w formularzu, powiadomień ani instalacji.',
  },
  mail: {
    title: 'Wysyłać e-maile?',
    text: 'E-mailem przychodzą zaproszenia, linki do haseł i powiadomienia. Bez poczty przekazujesz linki samodzielnie.',
    isSet: 'Poczta jest skonfigurowana. Dla pewności wyślij poniżej wiadomość testową.',
  },
  buildings: {
    title: 'Jakimi budynkami się opiekujesz?',
    text: 'Każdy budynek należy do klienta: to on zleca prace i je potwierdza.',
    client: 'Klient',
    clientEmail: 'E-mail klienta',
    clientText: 'Otrzymuje konto bez hasła. Link do niego dostaniesz w następnym kroku. Możesz to być Ty, z innym adresem.',
    clientName: 'Nazwa klienta',
    hint: 'Jeden budynek w wierszu: nazwa, adres. Wklej listę, jeśli ją masz.',
    example: 'Hol, ul. Rzeczna 12, Warszawa',
    preview: 'Budynki, które zostaną dodane',
    notUsable: 'wymaga nazwy i adresu o długości co najmniej 5 znaków',
    submit: (count) =>
      count === 0
        ? 'Dodaj budynki'
        : n(count, {
            one: 'Dodaj {n} budynek',
            few: 'Dodaj {n} budynki',
            many: 'Dodaj {n} budynków',
            other: 'Dodaj {n} budynku',
          }),
    import: 'Importuj plik…',
  },
  people: {
    title: 'Kto z Tobą pracuje?',
    text: 'Każda osoba dostaje link i wybiera nim hasło. Wyślij go, pokaż kod lub wydrukuj.',
    submit: 'Utwórz link',
    import: 'Importuj wykonawców…',
    joins: (project) => `Otrzyma zaproszenie do projektu ${project}.`,
    waiting: 'Nie wybrali jeszcze hasła',
  },
  device: {
    title: 'To urządzenie',
    text: 'Włącz powiadomienia, aby od razu wiedzieć, gdy coś się dzieje.',
    noPush:
      'Ta przeglądarka nie może tu pokazywać powiadomień. Znajdziesz je w konsoli, a po skonfigurowaniu poczty także w e-mailu.',
    open: 'Zeskanuj kod, aby otworzyć konsolę na telefonie.',
    phone: 'Na Twoim telefonie',
    install: 'Zeskanuj kod, aby otworzyć konsolę na telefonie. „Dodaj do ekranu głównego” w menu przeglądarki ją instaluje.',
    qr: 'Kod QR konsoli',
  },
};
