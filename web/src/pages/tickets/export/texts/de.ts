import { pluralFormatter } from '../../../../i18n/plurals.ts';
import type { ExportTexts } from './en.ts';

const n = pluralFormatter('de');

export const de: ExportTexts = {
  export: 'Exportieren',
  count: (count) => n(count, { one: '{n} Auftrag', other: '{n} Aufträge' }),
  csv: 'CSV',
  excel: 'Excel',
  preparing: 'Datei wird vorbereitet …',
  received: (megabytes) => `${megabytes} MB empfangen`,
};
