import { pluralFormatter } from '../../../i18n/plurals.ts';

const n = pluralFormatter('en');
const all = new Intl.ListFormat('en', { type: 'conjunction' });
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
const suffixes: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' };
const ordinal = (number: number): string => `${number}${suffixes[ordinals.select(number)] ?? 'th'}`;

const words: Record<number, string> = {
  1: 'first',
  2: 'second',
  3: 'third',
  4: 'fourth',
  5: 'fifth',
  '-1': 'last',
  '-2': 'second to last',
};
const nthWord = (nth: number): string => words[nth] ?? (nth > 0 ? ordinal(nth) : `${ordinal(-nth)} to last`);

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const monthNames = (list: readonly number[]): string => all.format(list.map((month) => months[month - 1] ?? ''));

/** What a sentence about a pattern is made of. */
export const en = {
  // The sentence
  everyDays: (count: number) => n(count, { one: 'every day', other: 'every {n} days' }),
  everyWeekdays: (days: readonly number[]) => `every ${all.format(days.map((day) => weekdays[day] ?? ''))}`,
  everyWeeks: (count: number) => n(count, { one: 'every week', other: 'every {n} weeks' }),
  everyMonths: (count: number) => n(count, { one: 'every month', other: 'every {n} months' }),
  everyYears: (count: number) => n(count, { one: 'every year', other: 'every {n} years' }),
  /** a day of each week */
  weekday: (weekday: number) => weekdays[weekday] ?? '',
  /** @param nth which one of the month or the year; 0: each */
  nthWeekday: (nth: number, weekday: number) => `${nth === 0 ? 'every' : `the ${nthWord(nth)}`} ${weekdays[weekday]}`,
  monthDay: (day: number) => (day > 0 ? `the ${ordinal(day)}` : day === -1 ? 'the last day' : `the ${nthWord(day)} day`),
  dayOfYear: (day: number, month: number) => `${day} ${months[month - 1]}`,
  /** @param days of those above */
  on: (days: readonly string[]) => `on ${all.format(days)}`,
  onlyOn: (days: readonly string[]) => `only on ${all.format(days)}`,
  ofEachMonth: 'of each month',
  ofTheYear: 'of the year',
  ofMonths: (list: readonly number[]) => `of ${monthNames(list)}`,
  onlyInMonths: (list: readonly number[]) => `only in ${monthNames(list)}`,
  at: (time: string) => `at ${time}`,
  until: (date: string) => `until ${date}`,
  times: (count: number) => n(count, { one: 'once', other: '{n} times' }),
  createdBefore: (days: number) => n(days, { one: 'created one day before', other: 'created {n} days before' }),

  // The form
  followsCalendar: 'Follow the calendar',
  followsCalendarText: 'On days of the calendar, in local time. Off: every so many days of 24 hours.',
  forCalendarDays: 'For days of the calendar, such as the first Monday of each month:',
  every: 'Repeat every',
  unit: 'Unit',
  units: (unit: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY', count: number) =>
    n(
      count,
      {
        DAILY: { one: 'day', other: 'days' },
        WEEKLY: { one: 'week', other: 'weeks' },
        MONTHLY: { one: 'month', other: 'months' },
        YEARLY: { one: 'year', other: 'years' },
      }[unit],
    ),
  keep: 'as it is',
  keepText: (sentence: string) => `Set by another program: ${sentence}. Choose a unit to replace it.`,
  onDays: 'On',
  inMonths: 'In',
  days: 'Days of the month',
  aWeekday: 'A day of the week',
  lastDay: 'Last day',
  which: 'Which one',
  nth: (nth: number) => nthWord(nth),
  dayOfWeek: 'Day of the week',
  time: 'At',
  timezone: 'Time zone',
  startsOn: 'Starts on',
  ends: 'Ends',
  end: { never: 'Never', until: 'On a date', count: 'After a number of dates' },
  lastDate: 'Last date',
  count: 'Number of dates',
  lead: 'Create the request so many days before',
  leadHint: '0: on the day itself. Up to 60.',
  worker: 'Assign to',
  nobody: 'Nobody, the request is free',
  workerLeft: (name: string) => `${name} (no longer in this project)`,
  deletedWorker: 'Deleted account',
  workerMissing: 'Its worker is not in the project any more: requests stay free until you choose another one.',
  over: 'Ended',
  ended: 'This schedule has had its last date.',
  assignedTo: (name: string) => `Assigned to ${name}.`,
  checklist: 'Checklist',
  noChecklist: 'None',
  otherChecklist: (id: number) => `Checklist ${id}`,
  withChecklist: (name: string) => `With the checklist “${name}”.`,
  chooseDay: 'Choose at least one day.',
  chooseMonth: 'Choose at least one month.',

  // The preview
  runs: (when: string) => `Runs ${when}.`,
  preview: 'Next dates',
  noDates: 'No date matches. Change the days, the months or the end.',
  leadNote: (days: number) =>
    n(days, {
      one: 'Each request is created one day before, at the same time.',
      other: 'Each request is created {n} days before, at the same time.',
    }),
  leftOut: (days: readonly number[]) =>
    `Months without a day ${all.format(days.map(String))} are left out: there is no ${Math.max(...days)} February, and no other day takes its place.`,
  leftOutLeapDay: 'Where there is no 29 February it is left out, and no other day takes its place.',
  leftOutFifth: 'Months without a fifth such day are left out.',
  skipped: (time: string) => `${time} is skipped by the clocks`,
  gap: (date: string, time: string, instead: string) =>
    `On ${date} the clocks skip ${time}: the request comes at ${instead}, the first moment after.`,
  twice: (date: string, time: string) => `On ${date} the clocks show ${time} twice: the request comes the first time.`,
};

export type PatternTexts = typeof en;
