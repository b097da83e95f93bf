import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { afterEarlierAttempt, sendOnce } from '../../web/src/api/idempotency-keys.ts';
import { ApiError, NoAnswerError } from '../../web/src/http/errors.ts';

const hour = 3_600_000;
const draft = { id: 'anna creates a ticket', isDraft: true };
const invite = { id: 'anna invites wanda', isDraft: false };
const uninvite = { id: 'anna removes wanda', isDraft: false };

/** Sends a write. @param error how it ends; undefined: with an answer @returns the key that it had */
async function send(write: typeof draft, error?: Error): Promise<string> {
  let sent = '';
  const sending = sendOnce(write, async (key) => {
    sent = key;
    if (error) throw error;
  });
  if (error) await assert.rejects(sending, error);
  else await sending;
  return sent;
}

const lost = () => new NoAnswerError('no answer');
const refused = (status: number) => new ApiError(status, 'refused');

describe('sendOnce', () => {
  it('sends a write again with its key until it is answered, and with another key then', async () => {
    const key = await send(invite, lost());
    assert.match(key, /^[0-9a-f]{32}$/);
    assert.equal(await send(invite, lost()), key);
    for (const status of [401, 429, 500, 502, 504]) assert.equal(await send(invite, refused(status)), key, String(status));
    assert.equal(await send(invite, new ApiError(409, 'under way', { retryAfterSeconds: 1 })), key);
    assert.equal(await send(invite), key);
    assert.notEqual(await send(invite), key);
  });

  it('gives a refused write another key, because the service repeats refusals', async () => {
    for (const status of [400, 403, 404, 409]) {
      const key = await send(invite, lost());
      assert.equal(await send(invite, refused(status)), key, String(status));
      assert.notEqual(await send(invite, lost()), key, String(status));
      await send(invite);
    }
  });

  it('gives a write another key after a write that may have undone it, unless its form is a draft', async () => {
    const [invitation, ticket] = [await send(invite, lost()), await send(draft, lost())];
    await send(uninvite);
    assert.notEqual(await send(invite), invitation);
    assert.equal(await send(draft), ticket);
  });

  it('forgets a write after ten minutes, and the one of a draft when the service has forgotten its answer', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: new Date('2030-01-01T08:00:00Z') });
    const [invitation, ticket] = [await send(invite, lost()), await send(draft, lost())];
    t.mock.timers.tick(hour / 2);
    assert.notEqual(await send(invite, lost()), invitation);
    assert.equal(await send(draft, lost()), ticket);
    t.mock.timers.tick(24 * hour);
    assert.notEqual(await send(draft), ticket);
    await send(invite);
  });
});

describe('afterEarlierAttempt', () => {
  it('sends again while the service handles an earlier attempt, and no other conflict', async () => {
    let attempts = 0;
    const answer = await afterEarlierAttempt(async () => {
      attempts++;
      if (attempts < 3) throw new ApiError(409, 'under way', { retryAfterSeconds: 0.01 });
      return 'done';
    });
    assert.deepEqual([answer, attempts], ['done', 3]);
    const conflict = refused(409);
    await assert.rejects(
      afterEarlierAttempt(async () => {
        attempts++;
        throw conflict;
      }),
      conflict,
    );
    assert.equal(attempts, 4);
  });
});
