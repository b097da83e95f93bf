import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ResponsePauses } from '../../src/outbound/notifications/push/response-pauses.ts';
import { minutes, seconds } from '../../src/platform/lib/duration.ts';

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
