export const en = {
  download: 'Download PDF',
  preparing: 'Preparing the PDF …',
};

export type ReportTexts = typeof en;
