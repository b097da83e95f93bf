import { pluralFormatter } from '../../../../i18n/plurals.ts';

const n = pluralFormatter('en');

export const en = {
  patterns: 'When they run',
  title: 'Calendar',
  lead: 'When your schedules create requests.',
  previous: 'Previous month',
  next: 'Next month',
  none: 'No requests from schedules this month',
  more: (count: number) => n(count, { one: '{n} more', other: '{n} more' }),
  overdue: 'Late',
  willNotRun: 'No request:',
  shift: 'Shift',
  shiftRun: 'Shift…',
  shiftTitle: 'Shift schedule',
  shiftText: 'Drag a request to another day, or press “Shift…”: all coming requests of its schedule move as far.',
  shiftTextNarrow: 'Press “Shift…” to move all coming requests of a schedule.',
  newDate: 'New date',
  anotherDate: 'Choose another day.',
  inPast: 'Choose a time in the future.',
  moved: (days: number) =>
    days > 0
      ? n(days, {
          one: 'All coming requests of this schedule move {n} day later.',
          other: 'All coming requests of this schedule move {n} days later.',
        })
      : n(-days, {
          one: 'All coming requests of this schedule move {n} day earlier.',
          other: 'All coming requests of this schedule move {n} days earlier.',
        }),
  preview: 'Next dates',
  before: 'Now',
  after: 'After the shift',
  shifted: 'Schedule shifted.',
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
