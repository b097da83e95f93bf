import type { ReportTexts } from './en.ts';

export const de: ReportTexts = {
  download: 'PDF herunterladen',
};
