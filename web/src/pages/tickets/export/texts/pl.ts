import { pluralFormatter } from '../../../../i18n/plurals.ts';
import type { ExportTexts } from './en.ts';

const n = pluralFormatter('pl');

export const pl: ExportTexts = {
  export: 'Eksportuj',
  count: (count) => n(count, { one: '{n} zgłoszenie', few: '{n} zgłoszenia', many: '{n} zgłoszeń', other: '{n} zgłoszenia' }),
  csv: 'CSV',
  excel: 'Excel',
  preparing: 'Przygotowywanie pliku …',
  received: (megabytes) => `Pobrano ${megabytes} MB`,
};
