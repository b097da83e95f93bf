import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { withCrossTabLock } from '../../web/src/lib/cross-tab-lock.ts';
import { safeLocalStorage } from '../../web/src/lib/storage.ts';

const name = 'test';
const key = 'test-lock';

/** What a closed tab leaves in the local storage. */
const storeForeignLock = (ageMs: number): void => safeLocalStorage.setItem(key, `${Date.now() - ageMs} another-tab`);

describe('withCrossTabLock without Web Locks', () => {
  beforeEach(() => {
    Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true });
    Object.assign(globalThis, { addEventListener: () => {}, removeEventListener: () => {} });
    safeLocalStorage.removeItem(key);
  });

  it('runs one work at a time', async () => {
    let running = 0;
    const work = async (): Promise<void> => {
      assert.equal(++running, 1);
      await new Promise((resolve) => setTimeout(resolve, 50));
      running--;
    };
    await Promise.all([withCrossTabLock(name, work), withCrossTabLock(name, work), withCrossTabLock(name, work)]);
  });

  it('returns what the work returns, and removes its lock', async () => {
    assert.equal(await withCrossTabLock(name, async () => 'done'), 'done');
    assert.equal(safeLocalStorage.getItem(key), null);
  });

  it('removes its lock when the work fails', async () => {
    await assert.rejects(
      withCrossTabLock(name, async () => {
        throw new Error('failed');
      }),
      /failed/,
    );
    assert.equal(safeLocalStorage.getItem(key), null);
  });

  it('takes over a lock without a heartbeat for 8 seconds, or of a clock that was set back', async () => {
    for (const ageMs of [8_000, -3_600_000]) {
      storeForeignLock(ageMs);
      assert.equal(await withCrossTabLock(name, async (isHeld) => isHeld()), true);
    }
  });

  it('waits for a lock with a heartbeat until the signal is aborted', async () => {
    storeForeignLock(0);
    const work = async (): Promise<void> => assert.fail('another tab holds the lock');
    await assert.rejects(withCrossTabLock(name, work, { signal: AbortSignal.timeout(300) }), { name: 'TimeoutError' });
  });

  it('tells the work when another tab has taken over its lock', async () => {
    await withCrossTabLock(name, async (isHeld) => {
      assert.equal(isHeld(), true);
      storeForeignLock(0);
      assert.equal(isHeld(), false);
    });
    assert.match(safeLocalStorage.getItem(key) ?? '', /another-tab/, 'it is not removed');
  });
});
