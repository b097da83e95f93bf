import assert from 'node:assert/strict';
import { afterEach, it } from 'node:test';
import { NotificationListener } from '../src/platform/database/listen.ts';
import { liveInstances } from '../src/platform/lib/tenant-share.ts';
import { countInstances } from '../src/service/live-instances.ts';
import { Fixtures } from '../testing/fixtures.ts';
import { waitFor } from '../testing/wait.ts';

const fixtures = await Fixtures.create();
const { signal } = new AbortController();

afterEach(() => {
  liveInstances.count = 1;
});

it('instances count those that told them within 30 s that they are there', async (t) => {
  const listeners = [1, 2, 3].map(() => new NotificationListener({ connectionString: fixtures.url }, fixtures.deps.log));
  const [first, second, third] = listeners.map((listener) => countInstances(fixtures.deps, listener));
  assert(first && second && third);
  await first.run(signal);
  assert.equal(liveInstances.count, 1);
  await waitFor(async () => {
    for (const { run } of [second, third, first]) await run(signal);
    return liveInstances.count === 3;
  });
  const now = performance.now();
  t.mock.method(performance, 'now', () => now + 31_000);
  await first.run(signal);
  assert.equal(liveInstances.count, 1);
  await Promise.all(listeners.map((listener) => listener.close()));
});
