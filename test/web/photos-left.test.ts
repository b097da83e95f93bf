import assert from 'node:assert/strict';
import { it } from 'node:test';
import { photosLeft } from '../../web/src/pages/ticket/photos-left.ts';

const page = { max_per_ticket: 20, total: 15 };

it('photosLeft counts the photos that wait to be sent', () => {
  assert.deepEqual(photosLeft(page, []), { min: 5, max: 5 });
  assert.deepEqual(photosLeft(page, [{ state: 'waiting' }, { state: 'preparing' }, { state: 'sending' }]), { min: 2, max: 2 });
});

it('photosLeft ignores a photo that was refused', () => {
  assert.deepEqual(photosLeft(page, [{ state: 'failed' }]), { min: 5, max: 5 });
});

it('photosLeft gives both bounds while a photo was sent and the total is being read', () => {
  assert.deepEqual(photosLeft(page, [{ state: 'sent' }, { state: 'waiting' }]), { min: 3, max: 4 });
});

it('photosLeft is never negative, and has no limit before the photos are read', () => {
  assert.deepEqual(photosLeft({ max_per_ticket: 1, total: 2 }, [{ state: 'sent' }]), { min: 0, max: 0 });
  assert.equal(photosLeft(undefined, [{ state: 'waiting' }]).min, Number.POSITIVE_INFINITY);
});
