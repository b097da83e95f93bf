import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { isCompleteDate, startOfLocalDay } from '../../web/src/lib/calendar-date.ts';
import { monthText, parseMonth, weeksOf } from '../../web/src/pages/rules/calendar/month.ts';

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
