import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nextItem } from '../../web/src/offline-queue/next-item.ts';
import { isHeld, maxHoldMs, type QueueItem } from '../../web/src/offline-queue/stored-items.ts';

// The order in which the offline queue is sent.

const refusal = { status: 409, message: 'refused', retryAfter: undefined };
let keys = 0;
const item = (kind: 'start' | 'done' | 'photo' | 'comment', ticketId = 1, fields: object = {}): QueueItem => {
  const kinds = { start: { op: 'start' }, done: { op: 'done' }, photo: { isReady: true }, comment: { text: kind } };
  return { key: ++keys, user: 'wanda', ticketId, ...kinds[kind], ...fields } as QueueItem;
};

/** The items in the order in which they are sent, when each succeeds. */
function order(items: QueueItem[], skipped: number[] = []): QueueItem[] {
  const sent: QueueItem[] = [];
  for (;;) {
    const next = nextItem(
      items.filter((one) => !sent.includes(one)),
      new Set(skipped),
    );
    if (!next) return sent;
    sent.push(next);
  }
}

describe('nextItem', () => {
  it('sends operations and comments of a ticket in their order, and Finish after the photos before it', () => {
    const items = [item('start'), item('comment'), item('photo'), item('comment'), item('done')];
    assert.deepEqual(order(items), items);
  });

  it('sends Start before photos that were added before it', () => {
    const [photo, start, done] = [item('photo'), item('start'), item('done')];
    assert.deepEqual(order([photo, start, done]), [start, photo, done]);
  });

  it('sends photos after the comments before them', () => {
    const [comment, photo] = [item('comment'), item('photo')];
    assert.deepEqual(order([comment, photo]), [comment, photo]);
  });

  it('sends operations of other tickets before photos, and else what was added first', () => {
    const [photo, comment, start] = [item('photo', 1), item('comment', 2), item('start', 3)];
    assert.deepEqual(order([photo, comment, start]), [start, photo, comment]);
  });

  it('holds Finish back behind what was refused, and nothing behind a refused comment', () => {
    const [photo, done] = [item('photo', 1, { refusal }), item('done')];
    assert.deepEqual(order([photo, done]), []);
    const [comment, other] = [item('comment', 1, { refusal }), item('done')];
    assert.deepEqual(order([comment, other]), [other]);
    const elsewhere = item('done', 2);
    assert.deepEqual(order([photo, elsewhere]), [elsewhere]);
  });

  it('skips tickets, and waits for what is held', () => {
    const [start, other] = [item('start', 1), item('photo', 2)];
    assert.deepEqual(order([start, other], [1]), [other]);
    const held = item('start', 1, { heldUntil: Date.now() + 5_000 });
    assert.deepEqual(order([held, item('photo', 1)]), []);
  });

  it('an operation is held for some seconds, and not by a clock that was wrong', () => {
    const heldFor = (ms: number) => isHeld(item('start', 1, { heldUntil: Date.now() + ms }));
    assert.deepEqual([-1, maxHoldMs - 1_000, maxHoldMs + 60_000].map(heldFor), [false, true, false]);
    assert.equal(isHeld(item('photo', 1, { heldUntil: Date.now() + 1_000 })), false);
  });
});
