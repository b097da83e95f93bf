import { pluralFormatter } from '../../../../i18n/plurals.ts';

const n = pluralFormatter('en');

export const en = {
  title: 'Calendar',
  lead: 'When your schedules create requests.',
  previous: 'Previous month',
  next: 'Next month',
  none: 'No requests from schedules this month',
  more: (count: number) => n(count, { one: '{n} more', other: '{n} more' }),
  overdue: 'Overdue',
  willNotRun: 'No request:',
  feed: 'Calendar feed',
  feedText: 'Subscribe to this calendar in Google Calendar, Outlook, Thunderbird or your phone.',
  secret: 'Copy the address now, it is not shown again. Anyone who has it can read your calendar.',
  created: 'Address created',
  replaceText: 'A new address replaces it.',
  create: 'Create address',
  replace: 'Create new address',
  end: 'Turn off',
  voided: 'Calendar feed turned off.',
};
export type CalendarTexts = typeof en;
