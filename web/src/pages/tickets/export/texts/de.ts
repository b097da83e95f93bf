import type { ExportTexts } from './en.ts';

export const de: ExportTexts = {
  export: 'Exportieren',
  csv: 'CSV',
  excel: 'Excel',
  preparing: 'Datei wird vorbereitet …',
  received: (megabytes) => `${megabytes} MB empfangen`,
};
