import assert from 'node:assert/strict';
import { test } from 'node:test';
import { periodOf } from '../../web/src/pages/worker/periods.ts';

test('finished work is grouped by local days, in weeks that start on Monday', () => {
  const now = new Date(2026, 10, 25, 0, 30); // a Wednesday
  const periodAt = (day: number, hour = 0, minute = 0): string => periodOf(new Date(2026, 10, day, hour, minute), now);
  assert.equal(periodAt(25, 0, 10), 'today');
  assert.equal(periodAt(24, 23, 59), 'yesterday');
  assert.equal(periodAt(24), 'yesterday');
  assert.equal(periodAt(23), 'week');
  assert.equal(periodAt(22, 23, 59), 'earlier');
  assert.equal(periodOf(new Date(2026, 10, 22, 23), new Date(2026, 10, 23, 8)), 'yesterday', 'a Sunday, seen on Monday');
});
