import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dueTime, type Timing } from '../../src/outbound/notifications/due-time.ts';
import { ResponsePauses } from '../../src/outbound/notifications/push/response-pauses.ts';
import { minutes, seconds } from '../../src/platform/lib/duration.ts';
import { Random } from '../../testing/seeded-random.ts';

const night = { from: '22:00', to: '07:00', urgentBreaks: true };
const berlin: Timing = { quietHours: night, digestAt: undefined, timezone: 'Europe/Berlin' };
const due = (at: string, timing: Timing, isUrgent = false): string => dueTime(new Date(at), timing, isUrgent).at.toISOString();

describe('dueTime', () => {
  it('is now outside of quiet hours, whose end does not belong to them', () => {
    assert.equal(due('2026-01-10T20:59:59Z', berlin), '2026-01-10T20:59:59.000Z');
    assert.equal(due('2026-01-11T06:00:00Z', berlin), '2026-01-11T06:00:00.000Z');
  });

  it('is the end of quiet hours, also over midnight', () => {
    assert.equal(due('2026-01-10T21:00:00Z', berlin), '2026-01-11T06:00:00.000Z');
    assert.equal(due('2026-01-11T02:00:00Z', berlin), '2026-01-11T06:00:00.000Z');
    const noon = { ...berlin, quietHours: { ...night, from: '12:00', to: '13:00' } };
    assert.equal(due('2026-01-11T11:30:00Z', noon), '2026-01-11T12:00:00.000Z');
    assert.equal(due('2026-01-11T12:30:00Z', noon), '2026-01-11T12:30:00.000Z');
  });

  it('is now for a ticket of high priority when that may break quiet hours, and only then', () => {
    assert.equal(due('2026-01-11T02:00:00Z', berlin, true), '2026-01-11T02:00:00.000Z');
    const strict = { ...berlin, quietHours: { ...night, urgentBreaks: false } };
    assert.equal(due('2026-01-11T02:00:00Z', strict, true), '2026-01-11T06:00:00.000Z');
  });

  it('follows the clock on the wall when it is changed in the night', () => {
    assert.equal(due('2026-03-28T22:00:00Z', berlin), '2026-03-29T05:00:00.000Z');
    assert.equal(due('2026-10-24T21:00:00Z', berlin), '2026-10-25T06:00:00.000Z');
  });

  it('ends at a time that the change of the clocks skips or repeats', () => {
    const half = { ...berlin, quietHours: { ...night, to: '02:30' } };
    assert.equal(due('2026-03-29T00:30:00Z', half), '2026-03-29T01:30:00.000Z');
    assert.equal(due('2026-10-25T00:15:00Z', half), '2026-10-25T00:30:00.000Z');
    assert.equal(due('2026-10-25T01:15:00Z', half), '2026-10-25T01:30:00.000Z');
  });

  it('is the next digest, today or tomorrow, also for a ticket of high priority', () => {
    const digest = { ...berlin, digestAt: '18:00' };
    assert.equal(due('2026-01-10T12:00:00Z', digest, true), '2026-01-10T17:00:00.000Z');
    assert.equal(due('2026-01-10T17:00:00Z', digest), '2026-01-11T17:00:00.000Z');
  });

  it('is the end of quiet hours for a digest whose hour is within them', () => {
    assert.equal(due('2026-01-10T12:00:00Z', { ...berlin, digestAt: '06:30' }, true), '2026-01-11T06:00:00.000Z');
    assert.equal(due('2026-01-10T12:00:00Z', { ...berlin, digestAt: '07:00' }), '2026-01-11T06:00:00.000Z');
    assert.equal(due('2026-01-10T12:00:00Z', { ...berlin, digestAt: '23:00' }), '2026-01-11T06:00:00.000Z');
  });

  it('agrees with a clock that is read minute by minute', () => {
    const random = new Random(25);
    const zones = ['Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'];
    const pick = (count: number): number => random.below(count);
    const time = (): string => `${String(pick(24)).padStart(2, '0')}:${['00', '15', '30', '45'][pick(4)]}`;
    for (let round = 0; round < 150; round++) {
      const timezone = zones[pick(zones.length)] ?? 'UTC';
      const quietHours = { from: time(), to: time(), urgentBreaks: false };
      const at = new Date(Date.UTC(2026, [2, 3, 9, 10][pick(4)] ?? 0, 1 + pick(30), pick(24), pick(60)));
      const timing = { quietHours, digestAt: undefined, timezone };
      const expected = firstLoudMinute(at, quietHours, timezone).toISOString();
      assert.equal(dueTime(at, timing, false).at.toISOString(), expected, JSON.stringify({ at, ...timing }));
    }
  });
});

function firstLoudMinute(at: Date, { from, to }: { from: string; to: string }, timeZone: string): Date {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  for (let time = at.getTime(); ; time += 60_000) {
    const shown = clock.format(time);
    const isQuiet = from <= to ? shown >= from && shown < to : shown >= from || shown < to;
    if (!isQuiet) return new Date(time);
  }
}

const isAbout = (actual: number, expected: number): void => assert(actual <= expected && actual > expected - 500, String(actual));

describe('ResponsePauses', () => {
  it('pauses for six times as long as there was no answer, and doubles that each further time, up to 15 minutes', () => {
    const pauses = new ResponsePauses();
    assert.equal(pauses.remainingMs('a'), 0);
    for (const expected of [30, 60, 120, 240, 480, 900, 900]) {
      pauses.record('a', seconds(5), false);
      isAbout(pauses.remainingMs('a'), seconds(expected));
    }
    assert.equal(pauses.remainingMs('b'), 0);
    isAbout(pauses.remainingMs('a'), minutes(15));
  });

  it('pauses after a slow answer without doubling, and not after a fast one', () => {
    const pauses = new ResponsePauses();
    for (let i = 0; i < 3; i++) pauses.record('a', seconds(2), true);
    isAbout(pauses.remainingMs('a'), seconds(12));
    pauses.record('a', 50, true);
    assert.equal(pauses.remainingMs('a'), 0);
    pauses.record('a', 50, false);
    assert.equal(pauses.remainingMs('a'), 0);
  });
});
