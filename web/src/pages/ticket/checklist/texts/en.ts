import { pluralFormatter } from '../../../../i18n/plurals.ts';

const n = pluralFormatter('en');

export const en = {
  title: 'Checklist',
  add: 'Add checklist',
  choose: 'Choose a checklist',
  search: 'Checklists',
  none: 'There are no checklists yet.',
  manage: 'Manage checklists',
  items: (count: number) => n(count, { one: '{n} item', other: '{n} items' }),
  added: 'Checklist added.',
  remove: 'Remove checklist',
  removeTitle: 'Remove this checklist?',
  removeText: 'Its answers are removed with it.',
  removed: 'Checklist removed.',
  notOffline: 'Needs a connection',

  progress: (answered: number, total: number) => `${answered} of ${total} answered`,
  openRequired: (count: number) => n(count, { one: '{n} required item open', other: '{n} required items open' }),
  failedCount: (count: number) => `${count} failed`,
  required: 'Required',
  state: { open: 'Open', ok: 'OK', failed: 'Failed' },
  showAll: (count: number) => n(count, { one: 'Show {n} item', other: 'Show all {n} items' }),
  answeredBy: (name: string) => `by ${name}`,
  unsent: 'Not sent yet',

  previous: (value: string, day: string) => `Last time: ${value} (${day})`,
  photo: 'Photo',
  between: (min: string, max: string) => `${min} to ${max}`,
  atLeast: (min: string) => `at least ${min}`,
  atMost: (max: string) => `at most ${max}`,
  limits: (limits: string) => `Limits: ${limits}`,
  outside: (limits: string) => `Outside the limits: ${limits}`,
  noNumber: 'Enter a number.',
  answer: (label: string) => `Answer to ${label}`,
  changeSign: 'Change the sign',
  takePhoto: 'Take photo',
  takeAnother: 'Take another photo',
  noMorePhotos: 'This request takes no more photos.',
  photoOf: (label: string) => `Photo: ${label}`,
  removeAnswer: 'Remove answer',
  reportDefect: 'Report another defect',
  notSaved: (count: number) => n(count, { one: '{n} answer was not saved.', other: '{n} answers were not saved.' }),
  discard: 'Discard',

  openBeforeFinish: 'These required items have no answer:',
  andMore: (count: number) => `and ${count} more`,
  finishAnyway: 'Finish anyway',
  failedItems: 'Failed:',
  openItems: 'Required, without an answer:',
};

export type TicketChecklistTexts = typeof en;
