export const en = {
  export: 'Export',
  csv: 'CSV',
  excel: 'Excel',
  preparing: 'Preparing the file …',
  received: (megabytes: string) => `${megabytes} MB received`,
  notWithDays: 'Remove the filter by date to export the list.',
};

export type ExportTexts = typeof en;
