import { pluralFormatter } from '../../../i18n/plurals.ts';
import type { ImportTexts } from './en.ts';

const n = pluralFormatter<'one' | 'few' | 'many'>('pl');
/** Numbers after which the noun has one form only. */
const anyNumber = pluralFormatter('pl');

export const pl: ImportTexts = {
  title: { workers: 'Import wykonawców', objects: 'Import budynków', equipment: 'Import urządzeń' },
  lead: 'Z pliku CSV. Importowane są wszystkie wiersze albo żaden.',
  choose: 'Wybierz plik',
  drop: 'Wybierz plik CSV lub upuść go tutaj',
  rules: (columns, maxRows) =>
    anyNumber(maxRows, { other: `Pierwszy wiersz zawiera nazwy kolumn: ${columns}. Najwyżej {n} wierszy.` }),
  projectRule: 'Nazwy istniejących projektów i budynków wpisz dokładnie tak jak w Callout.',
  columnsTitle: 'Kolumny pliku',
  columnsText: 'Wybierz, co zawierają kolumny pliku. Zobaczysz wiersze, zanim cokolwiek zostanie zaimportowane.',
  columnNumber: (number) => `Kolumna ${number}`,
  notInFile: 'Brak w pliku',
  example: (value) => `Na przykład: ${value}`,
  leftOut: (headings) => `Pominięte: ${headings}`,
  showRows: 'Pokaż wiersze',
  sample: 'Pobierz przykładowy plik',
  reading: 'Odczytywanie pliku…',
  readAs: 'Jeśli znasz kodowanie pliku, wybierz je i sprawdź litery w tabeli:',
  encodings: {
    'windows-1252': 'Zachodnioeuropejskie (Windows)',
    'windows-1250': 'Środkowoeuropejskie (Windows)',
    'iso-8859-2': 'Środkowoeuropejskie (ISO)',
    'windows-1254': 'Tureckie (Windows)',
  },
  personName: 'Imię i nazwisko',
  columns: {
    name: 'Nazwa',
    email: 'E-mail',
    phone: 'Telefon',
    project: 'Projekt',
    address: 'Adres',
    reference: 'Numer zewnętrzny',
    object: 'Budynek',
    kind: 'Rodzaj',
    location: 'Gdzie się znajduje',
    serial: 'Numer seryjny',
    installed_on: 'Zamontowano',
    warranty_until: 'Gwarancja do',
  },
  rows: (count) => n(count, { one: '{n} wiersz', few: '{n} wiersze', many: '{n} wierszy' }),
  row: 'Wiersz',
  rowName: (row) => `Wiersz ${row}`,
  cell: (column, row) => `${column}, wiersz ${row}`,
  addRow: 'Dodaj wiersz',
  removeRow: (row) => `Usuń wiersz ${row}`,
  extra: (values) => `Za dużo wartości: ${values}`,
  removeExtra: 'Usuń je',
  otherFile: 'Wybierz inny plik',
  discarded: 'Tabelę odrzucono.',
  check: 'Sprawdź',
  submit: (count) => n(count, { one: 'Importuj {n} wiersz', few: 'Importuj {n} wiersze', many: 'Importuj {n} wierszy' }),
  checked: (count) =>
    n(count, {
      one: 'Wiersz można zaimportować.',
      few: 'Wszystkie {n} wiersze można zaimportować.',
      many: 'Wszystkie {n} wierszy można zaimportować.',
    }),
  refused: (count) =>
    n(count, {
      one: '{n} wiersza nie można zaimportować. Niczego nie zaimportowano.',
      few: '{n} wierszy nie można zaimportować. Niczego nie zaimportowano.',
      many: '{n} wierszy nie można zaimportować. Niczego nie zaimportowano.',
    }),
  nextError: 'Następny błąd',
  notChecked: 'Sprawdzenie pokazuje, których wierszy nie można zaimportować, i niczego nie zmienia.',
  lost: 'Brak odpowiedzi. Wiersze mogły zostać zaimportowane. Spróbuj ponownie: nic nie zostanie zaimportowane dwa razy.',
  taken: 'Wszystkie te wiersze już istnieją. Czy ten plik był już importowany?',
  takenAfterLoss: 'Wszystkie te wiersze już istnieją: import, którego odpowiedź nie dotarła, powiódł się.',
  finish: 'Zamknij tabelę',
  done: {
    workers: (count) =>
      n(count, {
        one: 'Zaimportowano {n} wykonawcę',
        few: 'Zaimportowano {n} wykonawców',
        many: 'Zaimportowano {n} wykonawców',
      }),
    objects: (count) =>
      n(count, { one: 'Zaimportowano {n} budynek', few: 'Zaimportowano {n} budynki', many: 'Zaimportowano {n} budynków' }),
    equipment: (count) =>
      n(count, {
        one: 'Zaimportowano {n} urządzenie',
        few: 'Zaimportowano {n} urządzenia',
        many: 'Zaimportowano {n} urządzeń',
      }),
  },
  next: {
    mailed: 'Wysłaliśmy im e-mail z linkiem do ustawienia hasła.',
    withoutMail:
      'Ten serwer nie wysyła e-maili i nikt nie zna ich haseł. Otwórz każde konto w sekcji „Użytkownicy”, utwórz link resetujący i przekaż go.',
    approve: (page) => `Zatwierdź te konta w sekcji „${page}”. Wtedy wyślemy e-mail z linkiem do ustawienia hasła.`,
    approveWithoutMail: (page) =>
      `Zatwierdź te konta w sekcji „${page}”. Ten serwer nie wysyła e-maili: poproś administratora o link resetujący dla każdego konta.`,
    objects: 'Można już tworzyć dla nich zgłoszenia.',
    equipment: 'Każde ma teraz własną stronę, na której dodasz dokumenty i kod QR.',
  },
  toList: { users: 'Pokaż użytkowników', workers: 'Pokaż wykonawców', projects: 'Pokaż projekty', buildings: 'Pokaż budynki' },
  another: 'Importuj kolejny plik',
  errors: {
    empty: 'Ten plik jest pusty.',
    noRows: 'Ten plik nie ma żadnych wierszy pod nazwami kolumn.',
    tooManyRows: (max) => anyNumber(max, { other: 'Ten plik ma więcej niż {n} wierszy. Podziel go.' }),
    quotationMarks: 'Nie można odczytać tego pliku: liczba cudzysłowów się nie zgadza.',
    unknownColumn: (heading) => `Kolumna pliku „${heading}” nie jest znana.`,
    missingColumn: (column) => `Brakuje kolumny „${column}”.`,
    repeatedColumn: (column) => `Kolumna „${column}” występuje dwa razy.`,
    tooLarge: 'Ten plik jest większy niż 1 MB. Podziel go.',
    workbook: 'To jest skoroszyt, a nie plik CSV. Zapisz go w arkuszu kalkulacyjnym jako „CSV UTF-8”.',
    unreadEncoding: (encoding) =>
      `Ten plik ma kodowanie systemu ${encoding}. Zapisz go w arkuszu kalkulacyjnym jako „CSV UTF-8”.`,
    unknownEncoding: 'Nie można odczytać liter w tym pliku. Zapisz go w arkuszu kalkulacyjnym jako „CSV UTF-8”.',
    uncertainEncoding: 'Nie ma pewności, jakie litery zawiera ten plik. Zapisz go w arkuszu kalkulacyjnym jako „CSV UTF-8”.',
    foreignByte: (row, byte) =>
      `Wiersz ${row} zawiera znak w innym kodowaniu niż reszta pliku (bajt ${byte}). Zapisz plik jako „CSV UTF-8”.`,
    lostCharacters: 'Podczas zapisywania pliku utracono litery. Wpisz je ponownie.',
    sameAs: (row) => `To samo co w wierszu ${row}.`,
    tooManyCells: 'Ten wiersz ma więcej wartości, niż jest kolumn.',
    unknownProject: 'Nie ma projektu o tej nazwie.',
    ambiguousProject: 'Kilka projektów ma tę nazwę.',
    unknownObject: 'W projekcie nie ma budynku o tej nazwie.',
  },
};
