export const en = {
  export: 'Export',
  csv: 'CSV',
  excel: 'Excel',
  preparing: 'Preparing the file …',
  received: (megabytes: string) => `${megabytes} MB received`,
};

export type ExportTexts = typeof en;
