import { pluralFormatter } from '../../../i18n/plurals.ts';

const n = pluralFormatter('en');

export const en = {
  title: 'Statements of costs',
  lead: 'A line of costs belongs to the month of its day.',
  month: 'Month',
  project: 'Project',
  allProjects: 'All projects',
  client: 'Client',
  statement: 'Monthly statement',
  statementText: 'All costs of a client by project, building and request, as a PDF file to print or to send.',
  downloadStatement: 'Download statement (PDF)',
  accounting: 'File for accounting',
  accountingText:
    'One row for each line of costs of the projects that you see, as CSV. The columns do not change. Lines are final when their request is closed; those of deleted requests are in the statement only.',
  downloadFile: 'Download file (CSV)',
  numbers: 'Costs by month, category and building',
  costs: 'Costs',
  lastMonths: (count: number) => n(count, { one: 'in the last month', other: 'in the last {n} months' }),
  byMonth: 'Costs by month',
  byCategory: 'Costs by category',
  category: 'Category',
  byObject: 'Costs by building',
  object: 'Building',
  deletedObject: 'Deleted buildings',
  byEquipment: 'Costs by equipment',
  equipment: 'Equipment',
};

export type StatementTexts = typeof en;
