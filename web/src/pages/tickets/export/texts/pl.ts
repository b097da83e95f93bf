import type { ExportTexts } from './en.ts';

export const pl: ExportTexts = {
  export: 'Eksportuj',
  csv: 'CSV',
  excel: 'Excel',
  preparing: 'Przygotowywanie pliku …',
  received: (megabytes) => `Pobrano ${megabytes} MB`,
};
