import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { nextPatternRun, patternDates, type StoredPattern } from '../src/product/schedules/recurring/pattern/pattern-runs.ts';
import { parseRecurrenceRule } from '../src/product/schedules/recurring/pattern/rrule.ts';
import { dayNumber, ruleDates } from '../src/product/schedules/recurring/pattern/rule-dates.ts';

// The dates of patterns, held against a slow calculation that asks of each day of twenty years whether it fits.

const codes = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const firstYear = 2024;
const years = 20;

/** A day, with how often its weekday has come in its month and year, counted from both ends. */
interface Day {
  date: string;
  year: number;
  month: number;
  day: number;
  weekday: number;
  /** its number among all days */
  index: number;
  lengthOfMonth: number;
  nthInMonth: [number, number];
  nthInYear: [number, number];
}

/** Walks through all days, counts weekdays on the way there, and again on the way back. */
function allDays(): Day[] {
  const days: Day[] = [];
  let date = Temporal.PlainDate.from({ year: firstYear, month: 1, day: 1 });
  for (; date.year < firstYear + years; date = date.add({ days: 1 })) {
    const { year, month, day, dayOfWeek, daysInMonth } = date;
    const shown = { date: date.toString(), year, month, day, weekday: dayOfWeek - 1, lengthOfMonth: daysInMonth };
    days.push({ ...shown, index: days.length, nthInMonth: [0, 0], nthInYear: [0, 0] });
  }
  for (const [end, ordered] of [days, days.toReversed()].entries()) {
    const seen = new Map<string, number>();
    const count = (key: string): number => seen.set(key, (seen.get(key) ?? 0) + 1).get(key) ?? 0;
    for (const one of ordered) {
      one.nthInMonth[end] = count(`${one.year}-${one.month} ${one.weekday}`);
      one.nthInYear[end] = count(`${one.year} ${one.weekday}`);
    }
  }
  return days;
}

const days = allDays();

interface Rule {
  freq: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
  interval: number;
  byMonth: number[];
  byMonthDay: number[];
  byDay: { nth: number; weekday: number }[];
  count: number | undefined;
}

const textOf = ({ freq, interval, byMonth, byMonthDay, byDay, count }: Rule): string =>
  [
    `FREQ=${freq}`,
    ...(interval > 1 ? [`INTERVAL=${interval}`] : []),
    ...(byMonth.length > 0 ? [`BYMONTH=${byMonth}`] : []),
    ...(byMonthDay.length > 0 ? [`BYMONTHDAY=${byMonthDay}`] : []),
    ...(byDay.length > 0 ? [`BYDAY=${byDay.map(({ nth, weekday }) => `${nth || ''}${codes[weekday]}`)}`] : []),
    ...(count ? [`COUNT=${count}`] : []),
  ].join(';');

const mondayOf = ({ index, weekday }: Day): number => index - weekday;

function isInPeriod({ freq, interval }: Rule, start: Day, one: Day): boolean {
  const passed = {
    DAILY: one.index - start.index,
    WEEKLY: (mondayOf(one) - mondayOf(start)) / 7,
    MONTHLY: (one.year - start.year) * 12 + one.month - start.month,
    YEARLY: one.year - start.year,
  };
  return passed[freq] % interval === 0;
}

function fits(rule: Rule, start: Day, one: Day): boolean {
  const { freq, byMonth, byMonthDay, byDay } = rule;
  if (one.index < start.index || !isInPeriod(rule, start, one)) return false;
  if (byMonth.length > 0 && !byMonth.includes(one.month)) return false;
  if (byMonthDay.length > 0 && !byMonthDay.some((day) => day === one.day || day === one.day - one.lengthOfMonth - 1))
    return false;
  const [first, last] = freq === 'YEARLY' && byMonth.length === 0 ? one.nthInYear : one.nthInMonth;
  const isNth = (nth: number) => nth === 0 || nth === first || nth === -last;
  if (byDay.length > 0) return byDay.some(({ nth, weekday }) => weekday === one.weekday && isNth(nth));
  if (byMonthDay.length > 0 || freq === 'DAILY') return true;
  if (freq === 'WEEKLY') return one.weekday === start.weekday;
  return one.day === start.day && (freq === 'MONTHLY' || byMonth.length > 0 || one.month === start.month);
}

const slowDates = (rule: Rule, start: Day): Day[] =>
  days.filter((one) => fits(rule, start, one)).slice(0, rule.count ?? days.length);

const list = <T>(item: fc.Arbitrary<T>, maxLength: number) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant<T[]>([]) }, fc.array(item, { minLength: 1, maxLength }));
const monthDay = fc.integer({ min: 1, max: 31 }).chain((day) => fc.constantFrom(day, -day));
const weekday = fc.integer({ min: 0, max: 6 });
const nth = (freq: Rule['freq']) =>
  freq === 'DAILY' || freq === 'WEEKLY'
    ? fc.constant(0)
    : fc.oneof(fc.constant(0), fc.integer({ min: -5, max: 5 }), fc.integer({ min: -53, max: 53 }));
const anyRule: fc.Arbitrary<Rule> = fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY').chain((freq) =>
  fc.record({
    freq: fc.constant(freq),
    interval: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 40 })),
    byMonth: list(fc.integer({ min: 1, max: 12 }), 4),
    byMonthDay: freq === 'WEEKLY' ? fc.constant([]) : list(monthDay, 4),
    byDay: list(fc.record({ nth: nth(freq), weekday }), 4),
    count: fc.option(fc.integer({ min: 1, max: 50 }), { nil: undefined }),
  }),
);
const anyStart = fc.nat(days.length - 1).map((index) => days[index] as Day);

const numberOf = ({ year, month, day }: Day): number => dayNumber(year, month, day);
const end = numberOf(days.at(-1) as Day);
const quickDates = (rule: Rule, start: Day, from: Day): number[] =>
  ruleDates(parseRecurrenceRule(textOf(rule)), numberOf(start), numberOf(from))
    .filter((day) => day <= end)
    .toArray();

describe('dates of recurrence rules', () => {
  it('the dates of random rules in twenty years are those of a calculation day by day', () => {
    const seen = { dates: 0, empty: 0 };
    fc.assert(
      fc.property(anyRule, anyStart, anyStart, (rule, start, from) => {
        const expected = slowDates(rule, start).filter(({ index }) => index >= from.index);
        seen[expected.length > 0 ? 'dates' : 'empty']++;
        assert.deepEqual(quickDates(rule, start, from), expected.map(numberOf), textOf(rule));
      }),
      { numRuns: 500 },
    );
    assert(seen.dates > 125 && seen.empty > 25, JSON.stringify(seen));
  });

  const datesOf = (rrule: string, startsOn: string, count: number): string[] =>
    patternDates({ rrule, starts_on: startsOn, time: '12:00', timezone: 'UTC' }, new Date(`${startsOn}T00:00:00Z`))
      .take(count)
      .map(({ at }) => at.toISOString().slice(0, 10))
      .toArray();

  for (const [rrule, startsOn, ...expected] of [
    ['FREQ=MONTHLY;BYMONTHDAY=-1', '2027-01-31', '2027-01-31', '2027-02-28', '2027-03-31'],
    ['FREQ=MONTHLY', '2027-01-31', '2027-01-31', '2027-03-31', '2027-05-31'],
    ['FREQ=MONTHLY;BYDAY=1MO', '2027-01-31', '2027-02-01', '2027-03-01', '2027-04-05'],
    ['FREQ=MONTHLY;BYDAY=-1FR;COUNT=2', '2027-01-31', '2027-02-26', '2027-03-26'],
    ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13', '2027-01-01', '2027-08-13', '2028-10-13', '2029-04-13'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU', '2027-01-06', '2027-01-10', '2027-01-18', '2027-01-24'],
    ['FREQ=YEARLY', '2028-02-29', '2028-02-29', '2032-02-29', '2036-02-29'],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO', '2027-01-01', '2044-02-29', '2072-02-29', '2112-02-29'],
    ['FREQ=YEARLY;BYDAY=20MO', '2027-01-01', '2027-05-17', '2028-05-15', '2029-05-14'],
    ['FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3,10', '2027-01-01', '2027-03-28', '2027-10-31', '2028-03-26'],
    ['FREQ=DAILY;INTERVAL=10;UNTIL=20270121', '2027-01-01', '2027-01-01', '2027-01-11', '2027-01-21'],
    ['FREQ=DAILY;UNTIL=20270102T120000Z', '2027-01-01', '2027-01-01', '2027-01-02'],
    ['FREQ=DAILY;UNTIL=20270102T115959Z', '2027-01-01', '2027-01-01'],
    ['freq=monthly;byday=+1tu', '2027-01-01', '2027-01-05', '2027-02-02', '2027-03-02'],
  ] as const) {
    it(`${rrule} from ${startsOn} begins with ${expected.join(', ')}`, () => {
      assert.deepEqual(datesOf(rrule, startsOn, 3), expected);
    });
  }

  it('rules without dates, and with dates beyond the years looked ahead, end', () => {
    for (const rrule of [
      'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
      'FREQ=MONTHLY;BYDAY=6MO',
      'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;COUNT=999999999',
      'FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=31,-31',
    ])
      assert.deepEqual(datesOf(rrule, '2027-01-31', 1), [], rrule);
    for (const freq of ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'])
      assert.deepEqual(datesOf(`FREQ=${freq};INTERVAL=999999999`, '2027-01-31', 2), ['2027-01-31'], freq);
    assert.deepEqual(datesOf('FREQ=YEARLY;INTERVAL=101', '2027-01-31', 2), ['2027-01-31']);
    assert.deepEqual(datesOf('FREQ=DAILY', '9999-12-29', 9), ['9999-12-29', '9999-12-30'], 'before the year 10000 everywhere');
  });

  it('other parts, and parts with other values, are refused', () => {
    for (const rrule of [
      ...['', 'FREQ', 'FREQ=', 'FREQ=HOURLY', 'FREQ=SECONDLY', 'BYDAY=MO', 'RRULE:FREQ=DAILY', 'FREQ=DAILY;', ';FREQ=DAILY'],
      ...['FREQ=DAILY;WKST=MO', 'FREQ=DAILY;BYSETPOS=1', 'FREQ=DAILY;BYHOUR=9', 'FREQ=DAILY;BYMINUTE=0', 'FREQ=DAILY;BYSECOND=0'],
      ...['FREQ=YEARLY;BYYEARDAY=1', 'FREQ=YEARLY;BYWEEKNO=1', 'FREQ=DAILY;X-NAME=1', 'FREQ=DAILY;RSCALE=GREGORIAN'],
      ...['FREQ=DAILY;FREQ=DAILY', 'FREQ=DAILY;COUNT=1;UNTIL=20270101', 'FREQ=DAILY;COUNT=1;COUNT=1', 'FREQ=DAILY; COUNT=1'],
      ...['0', '-1', '1.5', '1e3', '', 'a', '1,2', '9999999999'].map((value) => `FREQ=DAILY;INTERVAL=${value}`),
      ...['0', '-1', '1.5', '', '9999999999'].map((value) => `FREQ=DAILY;COUNT=${value}`),
      ...['0', '13', '-1', '1,', 'JAN'].map((value) => `FREQ=YEARLY;BYMONTH=${value}`),
      ...['0', '32', '-32', '+', '1-', '--1'].map((value) => `FREQ=MONTHLY;BYMONTHDAY=${value}`),
      ...['', 'M', 'MON', '0MO', '54MO', '-54MO', '1', 'MO,', '1-MO', '1 MO'].map((value) => `FREQ=MONTHLY;BYDAY=${value}`),
      ...['FREQ=WEEKLY;BYMONTHDAY=1', 'FREQ=WEEKLY;BYDAY=1MO', 'FREQ=DAILY;BYDAY=-1MO'],
      ...[
        '2027',
        '20270229',
        '20271301',
        '20270101T080000',
        '20270101T240000Z',
        '20270101T080060Z',
        '2027-01-01',
        '20270101Z',
      ].map((value) => `FREQ=DAILY;UNTIL=${value}`),
    ])
      assert.throws(() => parseRecurrenceRule(rrule), /^Error: rrule /, rrule);
  });
});

/** Waits, minute by minute, for the first moment at which the clocks of a zone show a local time, or a later one. */
function slowMoment(local: Temporal.PlainDateTime, timezone: string): string {
  const found = local.toZonedDateTime(timezone, { disambiguation: 'earlier' });
  if (found.toPlainDateTime().equals(local)) return found.toInstant().toString();
  let at = found.round({ smallestUnit: 'minute' });
  while (Temporal.PlainDateTime.compare(at.toPlainDateTime(), local) < 0) at = at.add({ minutes: 1 });
  return at.toInstant().toString();
}

const named = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Pacific/Apia', 'Asia/Tehran'];
const others = Intl.supportedValuesOf('timeZone').filter((_, i) => i % 60 === 0);
const zones = [...new Set([...named, ...others])];
const times = ['02:30', '00:00', '02:00', '03:00', '01:59', '23:30', '00:30', '02:15', '01:30', '12:00'];

describe('moments of local times', () => {
  it('local times of twenty years become the first moments at which clocks show them or later ones', () => {
    let moved = 0;
    for (const [i, timezone] of zones.entries()) {
      const time = times[i % times.length] ?? '';
      const pattern = { rrule: 'FREQ=DAILY', starts_on: `${firstYear - 8}-01-01`, time, timezone };
      const offsets = new Map<string, string>();
      for (const { at } of patternDates(pattern, new Date(`${firstYear - 8}-01-01T00:00:00Z`)).take(365 * years)) {
        const shown = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone);
        offsets.set(shown.toPlainDate().toString(), shown.offset);
        const isNearTransition = offsets.get(shown.toPlainDate().subtract({ days: 1 }).toString()) !== shown.offset;
        const local = shown.toPlainDate().toPlainDateTime(time);
        if (!shown.toPlainTime().equals(local.toPlainTime())) moved++;
        else if (!isNearTransition && shown.day !== 1) continue;
        assert.equal(Temporal.Instant.from(slowMoment(local, timezone)).epochMilliseconds, at.getTime(), `${timezone} ${local}`);
      }
    }
    assert(moved > 20, `${moved} local times were skipped by clocks`);
  });

  const momentsOf = (timezone: string, time: string, startsOn: string): string[] =>
    patternDates({ rrule: 'FREQ=DAILY', starts_on: startsOn, time, timezone }, new Date(`${startsOn}T00:00:00Z`))
      .take(3)
      .map(({ at }) => at.toISOString().slice(5, 16))
      .toArray();

  for (const [timezone, time, startsOn, ...expected] of [
    ['Europe/Berlin', '02:30', '2027-03-27', '03-27T01:30', '03-28T01:00', '03-29T00:30'],
    ['Europe/Berlin', '02:30', '2027-10-30', '10-30T00:30', '10-31T00:30', '11-01T01:30'],
    ['America/New_York', '02:30', '2027-03-13', '03-13T07:30', '03-14T07:00', '03-15T06:30'],
    ['America/New_York', '01:30', '2027-11-06', '11-06T05:30', '11-07T05:30', '11-08T06:30'],
    ['Australia/Lord_Howe', '02:15', '2027-10-02', '10-01T15:45', '10-02T15:30', '10-03T15:15'],
    ['Australia/Lord_Howe', '01:45', '2027-04-03', '04-02T14:45', '04-03T14:45', '04-04T15:15'],
    ['Africa/Casablanca', '02:30', '2026-03-21', '03-21T02:30', '03-22T02:00', '03-23T01:30'],
    ['Africa/Casablanca', '02:30', '2026-02-14', '02-14T01:30', '02-15T01:30', '02-16T02:30'],
    ['Pacific/Apia', '08:00', '2011-12-29', '12-29T18:00', '12-30T10:00', '12-30T18:00'],
  ] as const) {
    it(`${time} in ${timezone} from ${startsOn} is ${expected.join(', ')} in UTC`, () => {
      assert.deepEqual(momentsOf(timezone, time, startsOn), expected);
    });
  }
});

describe('next run of a rule with a pattern', () => {
  const base: StoredPattern = {
    ...{ rrule: 'FREQ=WEEKLY;BYDAY=MO', starts_on: '2027-01-04', time: '08:00', timezone: 'Europe/Berlin', lead_days: 0 },
    set_at: '2027-01-01T00:00:00Z',
  };
  const next = (changes: Partial<StoredPattern>, lastRunAt?: string) =>
    nextPatternRun({ ...base, ...changes }, lastRunAt === undefined ? undefined : new Date(lastRunAt))?.toISOString();

  it('a rule that never ran is due for the first date at or after the moment at which its pattern was set', () => {
    assert.equal(next({}), '2027-01-04T07:00:00.000Z');
    assert.equal(next({ set_at: '2027-01-04T07:00:00Z' }), '2027-01-04T07:00:00.000Z');
    assert.equal(next({ set_at: '2027-01-04T07:00:01Z' }), '2027-01-11T07:00:00.000Z');
  });

  it('a rule that has run is due at the first creation after its last run, and not for dates before its pattern was set', () => {
    assert.equal(next({}, '2027-01-04T07:00:00Z'), '2027-01-11T07:00:00.000Z');
    assert.equal(next({}, '2027-01-04T06:59:59Z'), '2027-01-04T07:00:00.000Z');
    assert.equal(next({ set_at: '2027-02-01T08:00:00Z' }, '2027-01-04T07:00:00Z'), '2027-02-08T07:00:00.000Z');
  });

  it('a ticket is created lead_days before its date at the same local time, across a change of clocks', () => {
    const inSpring = { rrule: 'FREQ=WEEKLY;BYDAY=MO', starts_on: '2027-03-29', lead_days: 3 };
    assert.equal(next(inSpring), '2027-03-26T07:00:00.000Z');
    assert.equal(next({ ...inSpring, lead_days: 1, time: '02:30' }), '2027-03-28T01:00:00.000Z');
  });

  it('a date that is ahead is not lost when its ticket should be there already, unless the rule has run since', () => {
    const late = { lead_days: 10, set_at: '2027-01-03T00:00:00Z', rrule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=2' };
    assert.equal(next(late), '2026-12-25T07:00:00.000Z');
    assert.equal(next(late, '2027-01-03T00:00:10Z'), undefined);
    assert.equal(next(late, '2027-01-02T00:00:00Z'), undefined, 'it ran by another schedule');
  });

  it('the runs of random patterns are the creations of the tickets of their dates, one after the other', () => {
    const patterns = fc.record({
      rule: anyRule,
      start: anyStart,
      timezone: fc.constantFrom(...zones),
      time: fc.constantFrom(...times),
      lead_days: fc.constantFrom(0, 0, 1, 30, 60),
      after: fc.nat(days.length - 1),
    });
    fc.assert(
      fc.property(patterns, ({ rule, start, timezone, time, lead_days, after }) => {
        const set_at = '2000-01-01T00:00:00Z';
        const pattern = { rrule: textOf(rule), starts_on: start.date, time, timezone, lead_days, set_at };
        const local = (date: string) => Temporal.PlainDate.from(date).subtract({ days: lead_days }).toPlainDateTime(time);
        const lastRunAt = new Date(Date.UTC(firstYear, 0, 1 + after, 12));
        const expected = slowDates(rule, start)
          .filter(({ index }) => index - lead_days >= after - 2 && index < days.length)
          .slice(0, 8)
          .map(({ date }) => slowMoment(local(date), timezone))
          .map((moment) => new Date(moment))
          .filter((createAt) => createAt > lastRunAt)
          .slice(0, 3);
        const runs: Date[] = [];
        for (let at: Date | undefined = lastRunAt; runs.length < expected.length && at; ) {
          at = nextPatternRun(pattern, at);
          if (at) runs.push(at);
        }
        assert.deepEqual(runs, expected, JSON.stringify(pattern));
      }),
      { numRuns: 400 },
    );
  });
});
