import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { formatDuration, formatMinutes } from '../../web/src/features/deadlines/durations.ts';
import { formatBriefPeriod } from '../../web/src/features/planning/period-text.ts';
import {
  formatAge,
  formatRelative,
  formatShort,
  formatShortWithZone,
  formatTimeOfDay,
  fromLocalInput,
  nextRunDates,
  toLocalInput,
} from '../../web/src/i18n/dates.ts';
import { isCompleteDate, startOfLocalDay } from '../../web/src/lib/calendar-date.ts';
import { monthText, parseMonth, weeksOf } from '../../web/src/pages/rules/calendar/month.ts';
import { isPossibleShift, shiftedDays, shiftTarget } from '../../web/src/pages/rules/calendar/shift-target.ts';
import { periodOf } from '../../web/src/pages/worker/periods.ts';

it('isCompleteDate accepts a date with a year of four digits, and no date', () => {
  for (const text of ['', '2024-02-01', '1999-12-31']) assert(isCompleteDate(text), text);
});

it('isCompleteDate refuses a year that is still being typed', () => {
  for (const text of ['0002-02-01', '0020-02-01', '0202-02-01']) assert(!isCompleteDate(text), text);
});

function setTimeZone(test: TestContext, zone: string): void {
  const { TZ } = process.env;
  test.after(() => {
    if (TZ === undefined) delete process.env['TZ'];
    else process.env['TZ'] = TZ;
  });
  process.env['TZ'] = zone;
}

it('startOfLocalDay returns midnight of the time zone, also around a change of the clocks', (test) => {
  setTimeZone(test, 'Europe/Berlin');
  assert.equal(startOfLocalDay('2026-03-29'), '2026-03-28T23:00:00.000Z');
  assert.equal(startOfLocalDay('2026-03-29', 1), '2026-03-29T22:00:00.000Z', 'a day of 23 hours');
  assert.equal(startOfLocalDay('2026-10-24'), '2026-10-23T22:00:00.000Z');
  assert.equal(startOfLocalDay('2026-10-25', 1), '2026-10-25T23:00:00.000Z', 'a day of 25 hours');
  assert.equal(startOfLocalDay('2026-12-31', 1), '2026-12-31T23:00:00.000Z');
});

it('startOfLocalDay returns the first instant of a day that begins at one o’clock', (test) => {
  setTimeZone(test, 'Africa/Cairo'); // summer time begins at midnight
  assert.equal(startOfLocalDay('2026-04-24'), '2026-04-23T22:00:00.000Z');
  assert.equal(startOfLocalDay('2026-04-24', 1), '2026-04-24T21:00:00.000Z', 'a day of 23 hours');
});

it('a month has its weeks from Monday to Sunday, and its neighbours over the end of the year', () => {
  assert.deepEqual(parseMonth('2026-02', new Date(2026, 10, 5)), { year: 2026, month: 1 });
  for (const text of [undefined, '2026-13', '2026-00', '26-02'])
    assert.deepEqual(parseMonth(text, new Date(2026, 10, 5)), { year: 2026, month: 10 }, text);
  assert.deepEqual(
    [-1, 1].map((later) => monthText({ year: 2026, month: 11 }, later)),
    ['2026-11', '2027-01'],
  );
  const november = weeksOf({ year: 2026, month: 10 }); // begins on a Sunday
  assert.equal(november.length, 6);
  assert.deepEqual(november[0], [...Array(6).fill(undefined), 1]);
  assert.deepEqual(november[5], [30, ...Array(6).fill(undefined)]);
  assert.deepEqual(
    weeksOf({ year: 2027, month: 1 }).flat(),
    Array.from({ length: 28 }, (_, day) => day + 1),
  );
});

describe('ages, times and durations', () => {
  process.env['TZ'] = 'Europe/Berlin';
  Object.defineProperty(globalThis, 'navigator', { value: { languages: ['en-GB'] }, configurable: true });

  const now = Date.parse('2026-03-10T12:00:00Z');
  const ago = (seconds: number): string => new Date(now - seconds * 1_000).toISOString();

  it('an age is told in its largest unit, and never rounded up', () => {
    const [minute, hour, day] = [60, 3_600, 86_400];
    const ages: [seconds: number, relative: string, age: string][] = [
      [30, 'now', '0m'],
      [minute, '1 minute ago', '1m'],
      [2 * hour - 1, '1 hour ago', '1h'],
      [day, 'yesterday', '1d'],
      [7 * day - 1, '6 days ago', '6d'],
      [-2 * day, 'in 2 days', '0m'],
    ];
    for (const [seconds, relative, age] of ages) {
      assert.equal(formatRelative(ago(seconds), now), relative);
      assert.equal(formatAge(ago(seconds), now), age);
    }
  });

  it('a time has its day only when it is another one, and its year only when it is another one', () => {
    const at = (text: string): string => formatShort(text, new Date(now));
    assert.equal(at('2026-03-10T07:05:00Z'), '08:05');
    assert.match(at('2026-03-09T07:05:00Z'), /^9 Mar.* 08:05$/);
    assert.match(at('2025-03-10T07:05:00Z'), /^10 Mar 2025.* 08:05$/);
    assert.match(formatShortWithZone('2026-03-10T07:05:00Z', new Date(now)), /^08:05 (CET|GMT\+1)$/);
    assert.equal(formatTimeOfDay(now, new Date(now)), '13:00');
    assert.match(formatTimeOfDay(now - 86_400_000, new Date(now)), /^Mon.*13:00$/);
  });

  it('a local time goes into a field and comes back', () => {
    assert.equal(toLocalInput(new Date('2026-03-29T00:30:00Z')), '2026-03-29T01:30');
    assert.equal(toLocalInput(new Date('2026-03-29T01:30:00Z')), '2026-03-29T03:30');
    assert.equal(fromLocalInput('2026-03-29T03:30'), '2026-03-29T01:30:00.000Z');
  });

  it('the next runs of a rule count from its anchor', () => {
    const runs = (anchor: string, days: number, from: string) =>
      nextRunDates(anchor, days, new Date(from), 2).map((date) => date.toISOString().slice(0, 16));
    assert.deepEqual(runs('2026-03-01T08:00:00Z', 7, '2026-03-08T08:00:00Z'), ['2026-03-08T08:00', '2026-03-15T08:00']);
    assert.deepEqual(runs('2026-03-01T08:00:00Z', 7, '2026-03-08T08:00:01Z'), ['2026-03-15T08:00', '2026-03-22T08:00']);
    assert.deepEqual(runs('2026-03-01T08:00:00Z', 1, '2026-02-01T08:00:00Z'), ['2026-03-01T08:00', '2026-03-02T08:00']);
    assert.deepEqual(
      [runs('no date', 7, '2026-03-08T08:00:00Z'), runs('2026-03-01T08:00:00Z', 0, '2026-03-08T08:00:00Z')],
      [[], []],
    );
  });

  it('a duration is told in its largest unit', () => {
    const minute = 60_000;
    assert.deepEqual(
      [0, 59, 60, 25 * 60, 15 * 1_440].map((minutes) => formatDuration(minutes * minute)),
      ['1m', '59m', '1h', '1d', '2w'],
    );
    assert.deepEqual([60, 90, 120].map(formatMinutes), ['1 hour', '90 minutes', '2 hours']);
  });
});

it('finished work is grouped by local days, in weeks that start on Monday', () => {
  const now = new Date(2026, 10, 25, 0, 30); // a Wednesday
  const periodAt = (day: number, hour = 0, minute = 0): string => periodOf(new Date(2026, 10, day, hour, minute), now);
  assert.equal(periodAt(25, 0, 10), 'today');
  assert.equal(periodAt(24, 23, 59), 'yesterday');
  assert.equal(periodAt(24), 'yesterday');
  assert.equal(periodAt(23), 'week');
  assert.equal(periodAt(22, 23, 59), 'earlier');
  assert.equal(periodOf(new Date(2026, 10, 22, 23), new Date(2026, 10, 23, 8)), 'yesterday', 'a Sunday, seen on Monday');
});

it('a run that is shifted keeps its time of day over both changes of clocks', () => {
  const morning = { due_at: '2026-03-27T07:00:30.250Z' }; // 08:00:30 in winter
  assert.equal(shiftTarget(morning, '2026-03-30').toISOString(), '2026-03-30T06:00:30.250Z');
  assert.equal(shiftTarget({ due_at: '2026-10-24T06:00:00Z' }, '2026-10-26').toISOString(), '2026-10-26T07:00:00.000Z');
  assert.equal(shiftTarget({ due_at: '2026-03-28T01:30:00Z' }, '2026-03-29').toISOString(), '2026-03-29T01:30:00.000Z'); // 02:30 does not exist
});

it('a run that is shifted goes to the chosen day, from and to months of other lengths', () => {
  const late = { due_at: '2026-01-31T22:30:00Z' }; // 23:30
  for (const [date, at] of [
    ['2026-02-01', '2026-02-01T22:30:00.000Z'],
    ['2026-02-28', '2026-02-28T22:30:00.000Z'],
    ['2028-02-29', '2028-02-29T22:30:00.000Z'],
    ['2026-04-30', '2026-04-30T21:30:00.000Z'],
  ] as const) {
    assert.equal(shiftTarget(late, date).toISOString(), at);
  }
  assert.deepEqual(
    ['2026-02-01', '2026-01-30', '2026-03-31'].map((date) => shiftedDays(late, date)),
    [1, -1, 59],
  );
  assert.equal(shiftedDays({ due_at: '2026-01-31T23:30:00Z' }, '2026-02-01'), 0); // past midnight here
});

it('a run can be shifted neither to its own day nor into the past', () => {
  const now = new Date('2026-02-10T12:00:00Z');
  const morning = { due_at: '2026-02-12T07:00:00Z' };
  const evening = { due_at: '2026-02-12T18:00:00Z' };
  assert(!isPossibleShift(morning, '2026-02-12', now));
  assert(!isPossibleShift(morning, '2026-02-10', now));
  assert(isPossibleShift(evening, '2026-02-10', now));
  assert(isPossibleShift(morning, '2026-02-11', now));
});

it('formatBriefPeriod names the weekday from today to six days ahead, the date otherwise, and whole hours without minutes', () => {
  const at = (day: number, hour: number, minute = 0): string => new Date(2026, 2, day, hour, minute).toISOString();
  const now = new Date(2026, 2, 2, 8).getTime();
  const brief = (from: string, to: string): string => formatBriefPeriod(from, to, now).replace(/\s/g, ' ');
  assert.match(brief(at(5, 9), at(5, 11)), /^Thu 0?9 ?– ?11/);
  assert.match(brief(at(5, 9, 30), at(5, 11)), /^Thu 0?9:30 ?– ?11:00/);
  assert.match(brief(at(19, 9), at(19, 11)), /^(19\/0?3|3\/19) 0?9 ?– ?11/);
  assert.match(brief(at(5, 22), at(6, 2)), /^Thu (22:00|10:00 PM)$/);
  assert.match(brief(at(2, 6), at(2, 7)), /^Mon /, 'earlier today');
  assert.match(brief(at(8, 22), at(8, 23)), /^Sun /, 'six days ahead, in the evening');
  assert.match(brief(at(9, 6), at(9, 7)), /^(9\/0?3|3\/9|09\/03) /, 'the same weekday as today');
  assert.match(brief(at(1, 22), at(1, 23)), /^(0?1\/0?3|3\/1) /, 'yesterday');
});
