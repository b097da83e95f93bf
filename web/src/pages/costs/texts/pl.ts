import { pluralFormatter } from '../../../i18n/plurals.ts';
import type { StatementTexts } from './en.ts';

const n = pluralFormatter<'one' | 'few' | 'many'>('pl');

export const pl: StatementTexts = {
  title: 'Zestawienia kosztów',
  lead: 'Pozycja należy do miesiąca swojego dnia.',
  month: 'Miesiąc',
  project: 'Projekt',
  allProjects: 'Wszystkie projekty',
  client: 'Klient',
  statement: 'Zestawienie miesięczne',
  statementText: 'Wszystkie koszty klienta według projektu, budynku i zgłoszenia, jako plik PDF do druku lub wysłania.',
  downloadStatement: 'Pobierz zestawienie (PDF)',
  accounting: 'Plik dla księgowości',
  accountingText:
    'Jeden wiersz na każdą pozycję kosztów w projektach, które widzisz, jako CSV. Kolumny się nie zmieniają. Pozycje są ostateczne, gdy ich zgłoszenie jest zamknięte; te z usuniętych zgłoszeń są tylko w zestawieniu.',
  downloadFile: 'Pobierz plik (CSV)',
  numbers: 'Koszty według miesiąca, kategorii i budynku',
  costs: 'Koszty',
  lastMonths: (count) =>
    n(count, { one: 'w ostatnim miesiącu', few: 'w ostatnich {n} miesiącach', many: 'w ostatnich {n} miesiącach' }),
  byMonth: 'Koszty według miesiąca',
  byCategory: 'Koszty według kategorii',
  category: 'Kategoria',
  byObject: 'Koszty według budynku',
  object: 'Budynek',
  deletedObject: 'Usunięte budynki',
  byEquipment: 'Koszty według urządzenia',
  equipment: 'Urządzenie',
};
