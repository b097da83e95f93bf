import type { ReportTexts } from './en.ts';

export const pl: ReportTexts = {
  download: 'Pobierz PDF',
};
