import { pluralFormatter } from '../../../i18n/plurals.ts';

const n = pluralFormatter('en');

export const en = {
  checklists: 'Checklists',
  title: 'Schedules',
  lead: 'Requests created automatically.',
  none: 'No schedules yet',
  noneText: 'A schedule creates a request at regular intervals, for example for inspections or filter changes.',
  name: (id: number) => `Schedule #${id}`,
  description: 'What needs to be done?',
  descriptionHint: 'At least 5 characters. Every request of this schedule gets this description.',
  last: 'Last run',
  never: 'Not yet',
  nextRunStatus: 'Status',
  due: 'Due: the request is created at the next check',
  dueNow: 'Due: the request is being created',
  notDue: 'On track',
  createdWithin: (hours: number) =>
    n(hours, {
      one: 'The request is created within an hour after that.',
      other: 'The request is created within {n} hours after that.',
    }),
  openTicket: (id: number) => `View request #${id}`,
  history: 'History',
  noRuns: 'No runs yet.',
  ticketGone: 'Request deleted',
  run: 'Create request now',
  ran: (id: number) => `Request #${id} created.`,
  remove: 'Delete schedule?',
  removeText: 'Its history is deleted too. Requests that it created are kept.',
  removed: 'Schedule deleted.',
  pause: 'Pause',
  resume: 'Resume',
  paused: 'Paused',
  off: 'Schedule paused.',
  on: 'Schedule resumed.',
  change: 'Edit schedule',
  createdBy: 'Created by',
  runTitle: 'Create a request now?',
  runText: (building: string) => `It is for ${building} and can be taken at once. The schedule continues as planned.`,
};

export type RuleTexts = typeof en;
