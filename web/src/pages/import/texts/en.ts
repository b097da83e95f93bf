import { pluralFormatter } from '../../../i18n/plurals.ts';

const n = pluralFormatter('en');

export const en = {
  title: { workers: 'Import workers', objects: 'Import buildings' },
  lead: 'From a CSV file. All rows are imported, or none.',
  choose: 'Choose file',
  drop: 'Choose a CSV file, or drop one here',
  rules: (columns: string, maxRows: number) =>
    n(maxRows, { other: `The first row names the columns: ${columns}. At most {n} rows.` }),
  projectRule: 'A project is written exactly as in Callout.',
  sample: 'Download sample file',
  reading: 'Reading the file…',
  readAs: 'If you know its encoding, choose it and check the letters in the table:',
  encodings: {
    'windows-1252': 'Western European (Windows)',
    'windows-1250': 'Central European (Windows)',
    'iso-8859-2': 'Central European (ISO)',
    'windows-1254': 'Turkish (Windows)',
  },
  personName: 'Name',
  columns: { name: 'Name', email: 'Email', phone: 'Phone', project: 'Project', address: 'Address', reference: 'Reference' },
  rows: (count: number) => n(count, { one: '{n} row', other: '{n} rows' }),
  row: 'Row',
  rowName: (row: number) => `Row ${row}`,
  cell: (column: string, row: number) => `${column}, row ${row}`,
  addRow: 'Add row',
  removeRow: (row: number) => `Remove row ${row}`,
  extra: (values: string) => `Too many values: ${values}`,
  removeExtra: 'Remove them',
  otherFile: 'Choose another file',
  discarded: 'Table discarded.',
  check: 'Check',
  submit: (count: number) => n(count, { one: 'Import {n} row', other: 'Import {n} rows' }),
  checked: (count: number) => n(count, { one: 'The row can be imported.', other: 'All {n} rows can be imported.' }),
  refused: (count: number) =>
    n(count, {
      one: '{n} row cannot be imported. Nothing was imported.',
      other: '{n} rows cannot be imported. Nothing was imported.',
    }),
  nextError: 'Next error',
  notChecked: 'Check tells which rows cannot be imported, and changes nothing.',
  lost: 'No response. The rows may have been imported. Try again: nothing is imported twice.',
  taken: 'All of these rows already exist. Was this file imported before?',
  takenAfterLoss: 'All of these rows exist now: the import whose response got lost has succeeded.',
  finish: 'Close table',
  done: {
    workers: (count: number) => n(count, { one: '{n} worker imported', other: '{n} workers imported' }),
    objects: (count: number) => n(count, { one: '{n} building imported', other: '{n} buildings imported' }),
  },
  next: {
    mailed: 'They have been sent an email with a link to choose a password.',
    withoutMail:
      'This server sends no email, and nobody knows their passwords. Open each account under Users, create a reset link, and pass it on.',
    approve: (page: string) => `Approve them under “${page}”. They are then sent an email with a link to choose a password.`,
    approveWithoutMail: (page: string) =>
      `Approve them under “${page}”. This server sends no email: ask an admin for a reset link for each of them.`,
    objects: 'Requests can be created for them now.',
  },
  toList: { users: 'View users', workers: 'View workers', projects: 'View projects' },
  another: 'Import another file',
  errors: {
    empty: 'This file is empty.',
    noRows: 'This file has no rows below the one that names the columns.',
    tooManyRows: (max: number) => n(max, { other: 'This file has more than {n} rows. Split it.' }),
    quotationMarks: 'This file cannot be read: its quotation marks do not match.',
    unknownColumn: 'The first row of the file must name the columns, as in the sample file.',
    missingColumn: (column: string) => `The column “${column}” is missing.`,
    repeatedColumn: (column: string) => `The column “${column}” is there twice.`,
    tooLarge: 'This file is larger than 1 MB. Split it.',
    workbook: 'This is a workbook, not a CSV file. Save it in the spreadsheet as “CSV UTF-8”.',
    unreadEncoding: (encoding: string) => `This file has the encoding of ${encoding}. Save it in the spreadsheet as “CSV UTF-8”.`,
    unknownEncoding: 'The letters of this file cannot be read. Save it in the spreadsheet as “CSV UTF-8”.',
    uncertainEncoding: 'It is not certain which letters this file has. Save it in the spreadsheet as “CSV UTF-8”.',
    foreignByte: (row: number, byte: string) =>
      `Row ${row} has a character in another encoding than the rest of the file (byte ${byte}). Save the file as “CSV UTF-8”.`,
    lostCharacters: 'Letters were lost when the file was saved. Type them again.',
    sameAs: (row: number) => `The same as in row ${row}.`,
    tooManyCells: 'This row has more values than there are columns.',
    unknownProject: 'There is no project with this name.',
    ambiguousProject: 'Several projects have this name.',
  },
};
export type ImportTexts = typeof en;
