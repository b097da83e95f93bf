import assert from 'node:assert/strict';
import { it } from 'node:test';
import { remainingPhotos } from '../../web/src/pages/ticket/photo-limit.ts';

const page = { max_per_ticket: 20, total: 15 };

it('remainingPhotos counts the photos that wait to be sent', () => {
  assert.deepEqual(remainingPhotos(page, []), { min: 5, max: 5 });
  assert.deepEqual(remainingPhotos(page, [{ state: 'waiting' }, { state: 'preparing' }, { state: 'sending' }]), {
    min: 2,
    max: 2,
  });
});

it('remainingPhotos ignores a photo that was refused', () => {
  assert.deepEqual(remainingPhotos(page, [{ state: 'failed' }]), { min: 5, max: 5 });
});

it('remainingPhotos gives both bounds while a photo was sent and the total is being read', () => {
  assert.deepEqual(remainingPhotos(page, [{ state: 'sent' }, { state: 'waiting' }]), { min: 3, max: 4 });
});

it('remainingPhotos is never negative, and has no limit before the photos are read', () => {
  assert.deepEqual(remainingPhotos({ max_per_ticket: 1, total: 2 }, [{ state: 'sent' }]), { min: 0, max: 0 });
  assert.equal(remainingPhotos(undefined, [{ state: 'waiting' }]).min, Number.POSITIVE_INFINITY);
});
