import { pluralFormatter } from '../../../i18n/plurals.ts';
import type { PatternTexts } from './en.ts';

const n = pluralFormatter('de');
const all = new Intl.ListFormat('de', { type: 'conjunction' });

const words: Record<number, string> = {
  1: 'ersten',
  2: 'zweiten',
  3: 'dritten',
  4: 'vierten',
  5: 'fünften',
  '-1': 'letzten',
  '-2': 'vorletzten',
  '-3': 'drittletzten',
};
const nthWord = (nth: number): string => words[nth] ?? (nth > 0 ? `${nth}.` : `${-nth}.-letzten`);

const weekdays = ['Sonntag', 'Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag'];
const months = [
  'Januar',
  'Februar',
  'März',
  'April',
  'Mai',
  'Juni',
  'Juli',
  'August',
  'September',
  'Oktober',
  'November',
  'Dezember',
];
const monthNames = (list: readonly number[]): string => all.format(list.map((month) => months[month - 1] ?? ''));

export const de: PatternTexts = {
  everyDays: (count) => n(count, { one: 'jeden Tag', other: 'alle {n} Tage' }),
  everyWeekdays: (days) => `jeden ${all.format(days.map((day) => weekdays[day] ?? ''))}`,
  everyWeeks: (count) => n(count, { one: 'jede Woche', other: 'alle {n} Wochen' }),
  everyMonths: (count) => n(count, { one: 'jeden Monat', other: 'alle {n} Monate' }),
  everyYears: (count) => n(count, { one: 'jedes Jahr', other: 'alle {n} Jahre' }),
  weekday: (weekday) => `am ${weekdays[weekday]}`,
  nthWeekday: (nth, weekday) => `${nth === 0 ? 'an jedem' : `am ${nthWord(nth)}`} ${weekdays[weekday]}`,
  monthDay: (day) => (day > 0 ? `am ${day}.` : `am ${nthWord(day)} Tag`),
  dayOfYear: (day, month) => `am ${day}. ${months[month - 1]}`,
  on: (days) => all.format(days),
  onlyOn: (days) => `nur ${all.format(days)}`,
  ofEachMonth: 'jedes Monats',
  ofTheYear: 'des Jahres',
  ofMonths: (list) => `im ${monthNames(list)}`,
  onlyInMonths: (list) => `nur im ${monthNames(list)}`,
  at: (time) => `um ${time} Uhr`,
  until: (date) => `bis ${date}`,
  times: (count) => n(count, { one: 'einmal', other: '{n}-mal' }),
  createdBefore: (days) => n(days, { one: 'erstellt einen Tag vorher', other: 'erstellt {n} Tage vorher' }),

  followsCalendar: 'Nach dem Kalender',
  followsCalendarText: 'An Tagen des Kalenders, zur Ortszeit. Aus: alle so viele Tage zu je 24 Stunden.',
  forCalendarDays: 'Für Tage des Kalenders, etwa den ersten Montag jedes Monats:',
  every: 'Wiederholen alle',
  unit: 'Einheit',
  units: (unit, count) =>
    n(
      count,
      {
        DAILY: { one: 'Tag', other: 'Tage' },
        WEEKLY: { one: 'Woche', other: 'Wochen' },
        MONTHLY: { one: 'Monat', other: 'Monate' },
        YEARLY: { one: 'Jahr', other: 'Jahre' },
      }[unit],
    ),
  keep: 'wie bisher',
  keepText: (sentence) => `Von einem anderen Programm gesetzt: ${sentence}. Wählen Sie eine Einheit, um es zu ersetzen.`,
  onDays: 'Am',
  inMonths: 'Im',
  days: 'Tage des Monats',
  aWeekday: 'Ein Wochentag',
  lastDay: 'Letzter Tag',
  which: 'Welcher',
  nth: (nth) => nthWord(nth),
  dayOfWeek: 'Wochentag',
  time: 'Um',
  timezone: 'Zeitzone',
  startsOn: 'Beginnt am',
  ends: 'Endet',
  end: { never: 'Nie', until: 'An einem Datum', count: 'Nach einer Anzahl von Terminen' },
  lastDate: 'Letztes Datum',
  count: 'Anzahl der Termine',
  lead: 'Auftrag so viele Tage vorher erstellen',
  leadHint: '0: am Tag selbst. Bis zu 60.',
  worker: 'Zuweisen an',
  nobody: 'Niemanden, der Auftrag ist frei',
  workerLeft: (name) => `${name} (nicht mehr im Projekt)`,
  deletedWorker: 'Gelöschtes Konto',
  workerMissing: 'Der Handwerker ist nicht mehr im Projekt: Aufträge bleiben frei, bis Sie einen anderen wählen.',
  over: 'Beendet',
  ended: 'Dieser Zeitplan hatte seinen letzten Termin.',
  assignedTo: (name) => `Wird zugewiesen an ${name}.`,
  checklist: 'Prüfliste',
  noChecklist: 'Keine',
  otherChecklist: (id) => `Prüfliste ${id}`,
  withChecklist: (name) => `Mit der Prüfliste „${name}“.`,
  chooseDay: 'Wählen Sie mindestens einen Tag.',
  chooseMonth: 'Wählen Sie mindestens einen Monat.',

  runs: (when) => `Läuft ${when}.`,
  preview: 'Nächste Termine',
  noDates: 'Kein Termin passt. Ändern Sie die Tage, die Monate oder das Ende.',
  leadNote: (days) =>
    n(days, {
      one: 'Jeder Auftrag wird einen Tag vorher erstellt, zur selben Uhrzeit.',
      other: 'Jeder Auftrag wird {n} Tage vorher erstellt, zur selben Uhrzeit.',
    }),
  leftOut: (days) =>
    `Monate ohne einen Tag ${all.format(days.map(String))} werden ausgelassen: Es gibt keinen ${Math.max(...days)}. Februar, und kein anderer Tag tritt an seine Stelle.`,
  leftOutLeapDay: 'Wo es keinen 29. Februar gibt, wird er ausgelassen, und kein anderer Tag tritt an seine Stelle.',
  leftOutFifth: 'Monate ohne einen fünften solchen Tag werden ausgelassen.',
  skipped: (time) => `${time} Uhr überspringen die Uhren`,
  gap: (date, time, instead) =>
    `Am ${date} überspringen die Uhren ${time} Uhr: Der Auftrag kommt um ${instead} Uhr, im ersten Moment danach.`,
  twice: (date, time) => `Am ${date} zeigen die Uhren zweimal ${time} Uhr: Der Auftrag kommt beim ersten Mal.`,
};
