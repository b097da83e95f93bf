import assert from 'node:assert/strict';
import { it } from 'node:test';
import { formatDuration, formatMinutes } from '../../web/src/components/deadlines/durations.ts';
import {
  formatAge,
  formatRelative,
  formatShort,
  formatTimeOfDay,
  fromLocalInput,
  nextRunDates,
  toLocalInput,
} from '../../web/src/i18n/dates.ts';

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
    ['1 min', '59 mins', '1 hr', '1 day', '2 wks'],
  );
  assert.deepEqual([60, 90, 120].map(formatMinutes), ['1 hour', '90 minutes', '2 hours']);
});
