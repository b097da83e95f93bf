import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { firstUtcDay, isCompleteDate, isWithinLocalDays, lastUtcDay, startOfLocalDay } from '../../web/src/lib/calendar-date.ts';

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
  assert.equal(startOfLocalDay('2026-10-24'), '2026-10-23T22:00:00.000Z');
  assert.equal(startOfLocalDay('2026-10-25', 1), '2026-10-25T23:00:00.000Z', 'a day of 25 hours');
  assert.equal(startOfLocalDay('2026-12-31', 1), '2026-12-31T23:00:00.000Z');
});

for (const [zone, first, last] of [
  ['UTC', '2026-11-23', '2026-11-23'],
  ['Europe/Berlin', '2026-11-22', '2026-11-23'],
  ['America/New_York', '2026-11-23', '2026-11-24'],
  ['Pacific/Kiritimati', '2026-11-22', '2026-11-23'],
] as const) {
  it(`firstUtcDay and lastUtcDay are the UTC days of a day in ${zone}`, (test) => {
    setTimeZone(test, zone);
    assert.deepEqual([firstUtcDay('2026-11-23'), lastUtcDay('2026-11-23')], [first, last]);
  });
}

it('isWithinLocalDays leaves out the hours of the UTC days that are outside of the local days', (test) => {
  setTimeZone(test, 'Europe/Berlin');
  const isWithin = (at: string) => isWithinLocalDays(at, '2026-11-23', '2026-11-23');
  const times = ['2026-11-22T22:59:59Z', '2026-11-22T23:00:00Z', '2026-11-23T22:59:59Z', '2026-11-23T23:00:00Z'];
  assert.deepEqual(times.map(isWithin), [false, true, true, false]);
  assert(isWithinLocalDays('2020-01-01T00:00:00Z', undefined, undefined));
});
