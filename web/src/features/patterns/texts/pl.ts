import { pluralFormatter } from '../../../i18n/plurals.ts';
import type { PatternTexts } from './en.ts';

const n = pluralFormatter<'one' | 'few' | 'many'>('pl');
const all = new Intl.ListFormat('pl', { type: 'conjunction' });

/** In the accusative: masculine and feminine. */
const words: Record<number, [string, string]> = {
  0: ['każdy', 'każdą'],
  1: ['pierwszy', 'pierwszą'],
  2: ['drugi', 'drugą'],
  3: ['trzeci', 'trzecią'],
  4: ['czwarty', 'czwartą'],
  5: ['piąty', 'piątą'],
  '-1': ['ostatni', 'ostatnią'],
  '-2': ['przedostatni', 'przedostatnią'],
};
const weekdays = ['niedzielę', 'poniedziałek', 'wtorek', 'środę', 'czwartek', 'piątek', 'sobotę'];
const isFeminine = (weekday: number): boolean => [0, 3, 6].includes(weekday);
const nthWord = (nth: number, isFeminineDay = false): string =>
  words[nth]?.[Number(isFeminineDay)] ?? (nth > 0 ? `${nth}.` : `${-nth}. od końca`);

const months = [
  'stycznia',
  'lutego',
  'marca',
  'kwietnia',
  'maja',
  'czerwca',
  'lipca',
  'sierpnia',
  'września',
  'października',
  'listopada',
  'grudnia',
];
const monthNames = (list: readonly number[]): string => all.format(list.map((month) => months[month - 1] ?? ''));
const nominativeMonths = [
  'styczeń',
  'luty',
  'marzec',
  'kwiecień',
  'maj',
  'czerwiec',
  'lipiec',
  'sierpień',
  'wrzesień',
  'październik',
  'listopad',
  'grudzień',
];

/** Before two consonants of which the first is w, the preposition has a vowel. */
const on = (weekday: number): string => `${weekday === 2 ? 'we' : 'w'} ${weekdays[weekday]}`;

export const pl: PatternTexts = {
  everyDays: (count) => n(count, { one: 'codziennie', few: 'co {n} dni', many: 'co {n} dni' }),
  everyWeekdays: (days) => all.format(days.map((day) => `w ${nthWord(0, isFeminine(day))} ${weekdays[day]}`)),
  everyWeeks: (count) => n(count, { one: 'co tydzień', few: 'co {n} tygodnie', many: 'co {n} tygodni' }),
  everyMonths: (count) => n(count, { one: 'co miesiąc', few: 'co {n} miesiące', many: 'co {n} miesięcy' }),
  everyYears: (count) => n(count, { one: 'co rok', few: 'co {n} lata', many: 'co {n} lat' }),
  weekday: on,
  nthWeekday: (nth, weekday) => `w ${nthWord(nth, isFeminine(weekday))} ${weekdays[weekday]}`,
  monthDay: (day) =>
    day > 0 ? `${day}. dnia` : day === -1 ? 'ostatniego dnia' : day === -2 ? 'przedostatniego dnia' : `${-day}. dnia od końca`,
  dayOfYear: (day, month) => `${day} ${months[month - 1]}`,
  on: (days) => all.format(days),
  onlyOn: (days) => `tylko ${all.format(days)}`,
  ofEachMonth: 'każdego miesiąca',
  ofTheYear: 'roku',
  ofMonths: monthNames,
  onlyInMonths: (list) => `tylko w miesiącach: ${all.format(list.map((month) => nominativeMonths[month - 1] ?? ''))}`,
  at: (time) => `o ${time}`,
  until: (date) => `do ${date}`,
  times: (count) => n(count, { one: '{n} raz', few: '{n} razy', many: '{n} razy' }),
  createdBefore: (days) =>
    n(days, { one: 'tworzone {n} dzień wcześniej', few: 'tworzone {n} dni wcześniej', many: 'tworzone {n} dni wcześniej' }),

  followsCalendar: 'Według kalendarza',
  followsCalendarText: 'W dniach kalendarza, o czasie lokalnym. Wyłączone: co tyle dni po 24 godziny.',
  forCalendarDays: 'Dla dni kalendarza, na przykład pierwszego poniedziałku miesiąca:',
  every: 'Powtarzaj co',
  unit: 'Jednostka',
  units: (unit, count) =>
    n(
      count,
      {
        DAILY: { one: 'dzień', few: 'dni', many: 'dni' },
        WEEKLY: { one: 'tydzień', few: 'tygodnie', many: 'tygodni' },
        MONTHLY: { one: 'miesiąc', few: 'miesiące', many: 'miesięcy' },
        YEARLY: { one: 'rok', few: 'lata', many: 'lat' },
      }[unit],
    ),
  keep: 'bez zmian',
  keepText: (sentence) => `Ustawione przez inny program: ${sentence}. Wybierz jednostkę, aby to zastąpić.`,
  onDays: 'Dni',
  inMonths: 'Miesiące',
  days: 'Dni miesiąca',
  aWeekday: 'Dzień tygodnia',
  lastDay: 'Ostatni dzień',
  which: 'Który',
  nth: (nth) => nthWord(nth),
  dayOfWeek: 'Dzień tygodnia',
  time: 'Godzina',
  timezone: 'Strefa czasowa',
  startsOn: 'Początek',
  ends: 'Koniec',
  end: { never: 'Nigdy', until: 'W dniu', count: 'Po liczbie terminów' },
  lastDate: 'Ostatni dzień',
  count: 'Liczba terminów',
  lead: 'Utwórz zgłoszenie tyle dni wcześniej',
  leadHint: '0: w tym samym dniu. Najwyżej 60.',
  worker: 'Przydziel',
  nobody: 'Nikomu, zgłoszenie jest wolne',
  workerLeft: (name) => `${name} (już nie w projekcie)`,
  deletedWorker: 'Usunięte konto',
  workerMissing: 'Wykonawcy nie ma już w projekcie: zgłoszenia pozostają wolne, dopóki nie wybierzesz innego.',
  over: 'Zakończony',
  ended: 'Ten harmonogram miał już ostatni termin.',
  assignedTo: (name) => `Przydzielane: ${name}.`,
  checklist: 'Lista kontrolna',
  noChecklist: 'Brak',
  otherChecklist: (id) => `Lista kontrolna ${id}`,
  withChecklist: (name) => `Z listą kontrolną „${name}”.`,
  chooseDay: 'Wybierz co najmniej jeden dzień.',
  chooseMonth: 'Wybierz co najmniej jeden miesiąc.',

  runs: (when) => `Działa ${when}.`,
  preview: 'Najbliższe terminy',
  noDates: 'Żaden termin nie pasuje. Zmień dni, miesiące albo koniec.',
  leadNote: (days) =>
    n(days, {
      one: 'Każde zgłoszenie powstaje {n} dzień wcześniej, o tej samej godzinie.',
      few: 'Każde zgłoszenie powstaje {n} dni wcześniej, o tej samej godzinie.',
      many: 'Każde zgłoszenie powstaje {n} dni wcześniej, o tej samej godzinie.',
    }),
  leftOut: (days) =>
    `Miesiące bez dnia ${all.format(days.map(String))} są pomijane: nie ma ${Math.max(...days)} lutego i żaden inny dzień go nie zastępuje.`,
  leftOutLeapDay: 'Gdy nie ma 29 lutego, jest on pomijany i żaden inny dzień go nie zastępuje.',
  leftOutFifth: 'Miesiące bez piątego takiego dnia są pomijane.',
  skipped: (time) => `zegary pomijają ${time}`,
  gap: (date, time, instead) => `${date} zegary pomijają ${time}: zgłoszenie powstaje o ${instead}, w pierwszej chwili potem.`,
  twice: (date, time) => `${date} zegary pokazują ${time} dwa razy: zgłoszenie powstaje za pierwszym razem.`,
};
