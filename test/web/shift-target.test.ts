import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isPossibleShift, shiftedDays, shiftTarget } from '../../web/src/pages/rules/calendar/shift-target.ts';

process.env['TZ'] = 'Europe/Berlin';

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
