import { pluralFormatter } from '../../../../i18n/plurals.ts';

const n = pluralFormatter('en');

export const en = {
  export: 'Export',
  count: (count: number) => n(count, { one: '{n} request', other: '{n} requests' }),
  csv: 'CSV',
  excel: 'Excel',
  preparing: 'Preparing the file …',
  received: (megabytes: string) => `${megabytes} MB received`,
};

export type ExportTexts = typeof en;
