import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mergeChanges, type TicketChange, throttleChanges } from '../../web/src/api/ticket-change-events.ts';

describe('mergeChanges', () => {
  it('joins ids, each once', () => assert.deepEqual(mergeChanges([1, 2], [2, 3]), [1, 2, 3]));
  it('is any when one of them is', () => assert.equal(mergeChanges([1], 'any'), 'any'));
});

describe('throttleChanges', () => {
  it('applies the first change at once and later ones together after the interval', (test) => {
    test.mock.timers.enable({ apis: ['setTimeout'] });
    const applied: TicketChange[] = [];
    const { add } = throttleChanges((change) => applied.push(change), 1_000);
    add([1]);
    assert.deepEqual(applied, [[1]]);
    add([2]);
    add([3]);
    test.mock.timers.tick(999);
    assert.deepEqual(applied, [[1]]);
    test.mock.timers.tick(1);
    assert.deepEqual(applied, [[1], [2, 3]]);
    add([4]);
    test.mock.timers.tick(1_000);
    assert.deepEqual(applied, [[1], [2, 3], [4]]);
    test.mock.timers.tick(1_000);
    add([5]);
    assert.deepEqual(applied.at(-1), [5], 'at once after a pause');
  });

  it('drops what waits when it is stopped', (test) => {
    test.mock.timers.enable({ apis: ['setTimeout'] });
    const applied: TicketChange[] = [];
    const { add, stop } = throttleChanges((change) => applied.push(change), 1_000);
    add([1]);
    add([2]);
    stop();
    test.mock.timers.tick(5_000);
    assert.deepEqual(applied, [[1]]);
  });
});
