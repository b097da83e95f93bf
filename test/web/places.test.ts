import assert from 'node:assert/strict';
import { it } from 'node:test';
import { buildingOrder, buildingQuery, nextOrder } from '../../web/src/pages/places/building-sort.ts';
import { hasPassed, utcDay, validityOf } from '../../web/src/pages/places/days.ts';

// The list of buildings in its URL, and the days of documents and warranties.

it('the list of buildings begins with what is late, and ignores orders that it does not have', () => {
  assert.deepEqual(buildingOrder({}), { sort: 'overdue', order: 'desc' });
  assert.deepEqual(buildingOrder({ sort: 'name' }), { sort: 'name', order: 'asc' });
  assert.deepEqual(buildingOrder({ sort: 'address', order: 'up' }), { sort: 'overdue', order: 'desc' });
  assert.deepEqual(buildingQuery({ q: 'tower', project_id: '7' }), { sort: 'overdue', order: 'desc', q: 'tower', project_id: 7 });
  assert.deepEqual(buildingQuery({ q: '', project_id: '7 or 1' }), { sort: 'overdue', order: 'desc' });
});

it('a second click on the head of a column of buildings turns the order round', () => {
  const once = nextOrder('open', buildingOrder({}));
  assert.deepEqual(once, { sort: 'open', order: 'desc' });
  const twice = nextOrder('open', buildingOrder(once));
  assert.deepEqual(twice, { sort: 'open', order: 'asc' });
  assert.deepEqual(nextOrder('open', buildingOrder(twice)), { sort: 'open', order: 'desc' });
});

it('a document is valid until the end of its last day in UTC, and expires soon in the 30 days before', () => {
  const now = new Date('2027-02-28T23:30:00Z');
  assert.equal(validityOf('2027-02-27', now), 'expired');
  assert.equal(validityOf('2027-02-28', now), 'today');
  assert.equal(validityOf('2027-03-01', now), 'soon');
  assert.equal(validityOf('2027-03-30', now), 'soon');
  assert.equal(validityOf('2027-03-31', now), 'valid');
  assert.equal(utcDay(now, 30), '2027-03-30');
  assert(!hasPassed('2027-02-28', now));
});
