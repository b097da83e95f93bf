import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildApp } from '../../src/app.ts';
import { Fixtures, type TestUser } from '../../testing/fixtures.ts';

// A limiter that reads, compares and writes lets in as many as arrive between the two: PortSwigger
// sent twenty guesses in one packet, raoulcoutard.com found the same in login forms by the dozen;
// counters per process give each instance its own. Here one statement counts under the counter's
// lock in the database: exactly so many pass, over any number of instances, in any span of time.

const fixtures = await Fixtures.create({ MESSENGER_BOT_TOKEN: '100:global-secret', DATA_ENCRYPTION_KEY: 'ab'.repeat(32) });
const { anna, boris } = fixtures;
// Three instances on one database; their clocks differ a little, as clocks do.
const skewed = (ms: number) => buildApp({ ...fixtures.deps, clock: () => new Date(fixtures.now.getTime() + ms) });
const instances = [fixtures.app, await skewed(-40), await skewed(40)];
let next = 0;

interface Attempt {
  url: string;
  ip?: string;
  who?: TestUser;
  payload?: object;
}
async function attempt({ url, ip, who, payload }: Attempt): Promise<number> {
  const app = instances[next++ % instances.length];
  assert(app);
  const headers = {
    ...(ip && { 'x-forwarded-for': ip }),
    ...(who && { authorization: `Bearer ${await fixtures.accessTokenFor(who)}` }),
  };
  const { statusCode } = await app.inject({ method: 'POST', url, headers, ...(payload && { payload }) });
  assert(statusCode < 500);
  return statusCode;
}
async function admitted(n: number, request: (i: number) => Attempt): Promise<number> {
  const statuses = await Promise.all(Array.from({ length: n }, (_, i) => attempt(request(i))));
  return statuses.filter((status) => status !== 429).length;
}

describe('60 concurrent requests over three instances', () => {
  const ip = '192.0.2.1';
  const email = (i: number) => (i % 2 ? 'often@example.com' : ' Often@EXAMPLE.com');
  for (const [name, max, request] of [
    ['10 log in', 10, () => ({ url: '/auth/login', ip, payload: { email: 'x', password: 'x' } })],
    ['30 refresh or log out', 30, (i) => ({ url: i % 2 ? '/auth/refresh' : '/auth/logout', ip })],
    ['30 reset', 30, () => ({ url: '/auth/reset-password', ip, payload: { token: 'x', password: 'long-enough-1' } })],
    ['10 forget', 10, (i) => ({ url: '/auth/forgot-password', ip, payload: { email: `a${i}@example.com` } })],
    [
      '3 forget one address, from anywhere',
      3,
      (i) => ({ url: '/auth/forgot-password', ip: `192.0.3.${i}`, payload: { email: email(i) } }),
    ],
    ['5 get codes', 5, () => ({ url: '/auth/messenger/code', who: anna })],
    ['5 save bots', 5, () => ({ url: '/auth/messenger/bot', who: boris, payload: { token: 'nonsense' } })],
  ] as [string, number, (i: number) => Attempt][]) {
    it(`three instances admit exactly the maximum of 60 concurrent requests: ${name}`, async () => {
      assert.equal(await admitted(60, request), max);
      assert.equal(await admitted(10, request), 0, 'and none of those that follow');
    });
  }
});

describe('rate limit windows', () => {
  it('requests around the edges of a window never exceed the maximum of any window', async () => {
    const ip = '192.0.2.9';
    const passed: number[] = [];
    for (let i = 0; i < 60; i++) {
      const n = await admitted(6, () => ({ url: '/auth/login', ip, payload: {} }));
      passed.push(...Array(n).fill(fixtures.now.getTime()));
      fixtures.advanceClock(7_300);
    }
    assert(passed.length > 40, 'it does let through again');
    for (const [i, moment] of passed.entries()) {
      const first = passed[i - 10];
      // The clocks of the instances are 80 ms apart at most.
      if (first !== undefined) assert(moment - first >= 60_000 - 80, `eleven within ${moment - first} ms`);
    }
  });
});
