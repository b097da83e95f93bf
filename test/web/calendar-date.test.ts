import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { isCompleteDate, startOfLocalDay } from '../../web/src/lib/calendar-date.ts';

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
