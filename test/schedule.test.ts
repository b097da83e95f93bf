import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { nextRun } from '../src/product/recurring/schedule.ts';

const day = 86_400_000;
const at = (text: string) => new Date(text);
const next = (anchor: string, periodDays: number, createdAt: string, lastRunAt?: string) =>
  nextRun({
    anchor: at(anchor),
    periodDays,
    createdAt: at(createdAt),
    lastRunAt: lastRunAt === undefined ? undefined : at(lastRunAt),
  }).toISOString();

describe('next run of a rule', () => {
  it('the next run is the anchor when the anchor is in the future', () => {
    assert.equal(next('2026-05-01T09:00:00.000Z', 7, '2026-03-01T08:00:00.000Z'), '2026-05-01T09:00:00.000Z');
    assert.equal(next('9999-12-31T23:59:59.999Z', 3650, '2026-03-01T08:00:00.000Z'), '9999-12-31T23:59:59.999Z');
  });

  it('the next run is the first grid point at or after the creation when the anchor is in the past', () => {
    assert.equal(next('2026-01-01T09:00:00.000Z', 7, '2026-03-01T08:00:00.000Z'), '2026-03-05T09:00:00.000Z');
    assert.equal(next('2026-02-26T08:00:00.000Z', 3, '2026-03-01T08:00:00.000Z'), '2026-03-01T08:00:00.000Z', 'the very moment');
  });

  it('the next run is the first grid point after the last run, also after a manual run between two points', () => {
    assert.equal(
      next('2026-03-01T09:00:00.000Z', 7, '2026-03-01T08:00:00.000Z', '2026-03-01T09:00:00.000Z'),
      '2026-03-08T09:00:00.000Z',
    );
    assert.equal(
      next('2026-03-01T09:00:00.000Z', 7, '2026-03-01T08:00:00.000Z', '2026-03-10T12:00:00.000Z'),
      '2026-03-15T09:00:00.000Z',
    );
    assert.equal(
      next('2026-03-01T09:00:00.000Z', 7, '2026-03-01T08:00:00.000Z', '2026-02-01T00:00:00.000Z'),
      '2026-03-01T09:00:00.000Z',
    );
  });

  it('periods are days of 24 hours in UTC across leap days and changes of clocks', () => {
    assert.equal(
      next('2028-02-28T12:00:00.000Z', 1, '2028-02-28T12:00:00.000Z', '2028-02-28T12:00:00.000Z'),
      '2028-02-29T12:00:00.000Z',
    );
    assert.equal(
      next('2026-03-28T01:30:00.000Z', 1, '2026-03-28T01:00:00.000Z', '2026-03-28T01:30:00.000Z'),
      '2026-03-29T01:30:00.000Z',
    );
    assert.equal(
      next('2024-02-29T00:00:00.000Z', 365, '2024-01-01T00:00:00.000Z', '2024-02-29T00:00:00.000Z'),
      '2025-02-28T00:00:00.000Z',
    );
  });

  it('the next run is the earliest grid point after its lower bound, for random inputs', () => {
    const moment = fc.date({ min: at('1970-01-01T00:00:00Z'), max: at('2500-01-01T00:00:00Z'), noInvalidDate: true });
    fc.assert(
      fc.property(
        moment,
        fc.integer({ min: 1, max: 3650 }),
        moment,
        fc.option(moment, { nil: undefined }),
        (anchor, periodDays, createdAt, lastRunAt) => {
          const run = nextRun({ anchor, periodDays, createdAt, lastRunAt });
          const period = periodDays * day;
          const steps = (run.getTime() - anchor.getTime()) / period;
          const before = new Date(run.getTime() - period);
          const follows = (point: Date) => (lastRunAt ? point > lastRunAt : point >= createdAt);
          return Number.isInteger(steps) && steps >= 0 && follows(run) && (steps === 0 || !follows(before));
        },
      ),
      { numRuns: 2000 },
    );
  });
});
