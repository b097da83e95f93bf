export const en = {
  download: 'Download PDF',
};

export type ReportTexts = typeof en;
