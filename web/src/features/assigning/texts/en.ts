import { pluralFormatter } from '../../../i18n/plurals.ts';

const n = pluralFormatter('en');

export const en = {
  selection: 'Selected requests',
  selected: (count: number) => n(count, { other: '{n} selected' }),
  assignTo: 'Assign to…',
  assignSelected: (count: number) => n(count, { one: 'Assign {n} request to', other: 'Assign {n} requests to' }),
  cancel: 'Cancel requests…',
  cancelSelected: (count: number) => n(count, { one: 'Cancel {n} request?', other: 'Cancel {n} requests?' }),
  clear: 'Clear selection',
  noneAssignable: 'Done and closed requests cannot be assigned.',
  handOver: 'Reassign to…',
  handOverSelected: (count: number) => n(count, { one: 'Reassign {n} request to', other: 'Reassign {n} requests to' }),
  handOverReason: 'Reason (optional)',
  handOverHint: 'For the journal and the new worker.',
  noWorker: 'No other worker is available for these requests.',
  takesNone: (name: string) => `${name} cannot take any of these requests.`,
  exportSelected: 'Export selected…',
  noneToHandOver: 'Only requests with a worker who has not finished can be reassigned.',
  split: 'Proposed split',
  share: (count: number, open: number) => `${count} of these, ${open} open`,
  splitNow: (count: number) => n(count, { other: 'Split {n} requests' }),
  splitRest: (count: number) =>
    n(count, {
      one: '{n} stays selected: none of the chosen workers can take it.',
      other: '{n} stay selected: none of the chosen workers can take them.',
    }),
  undoKeys: 'Ctrl+Z',
  result: 'Result',
  done: {
    assign: (count: number, name: string) =>
      n(count, { one: `{n} request assigned to ${name}.`, other: `{n} requests assigned to ${name}.` }),
    handOver: (count: number, name: string) =>
      n(count, { one: `{n} request reassigned to ${name}.`, other: `{n} requests reassigned to ${name}.` }),
    cancel: (count: number) => n(count, { one: '{n} request cancelled.', other: '{n} requests cancelled.' }),
  },
  doneOne: { assign: 'assigned', handOver: 'reassigned', cancel: 'cancelled' },
  failed: (count: number) => n(count, { other: '{n} not possible.' }),
  failedOne: (reason: string) => `not possible: ${reason}`,
};

export type BulkTexts = typeof en;
