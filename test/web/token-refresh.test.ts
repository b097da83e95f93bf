import assert from 'node:assert/strict';
import { beforeEach, it, mock } from 'node:test';
import { waitFor } from '../../testing/wait.ts';

// When the access token is refreshed while the clock of the device is set.

Object.defineProperty(globalThis, 'navigator', {
  value: { onLine: true, locks: { request: (_name: string, _options: object, work: () => unknown) => work() } },
  configurable: true,
});
Object.assign(globalThis, {
  addEventListener: () => {},
  document: { addEventListener: () => {} },
  BroadcastChannel: class {
    postMessage(): void {}
    addEventListener(): void {}
    removeEventListener(): void {}
  },
});

const hourMs = 3_600_000;
const [now2026, now2036] = [Date.UTC(2026, 0, 1), Date.UTC(2036, 0, 1)];
let now = now2036;
let isOffline = false;
let requests = 0;
let timers: { run: () => void; delayMs: number }[] = [];
mock.method(Date, 'now', () => now);
Object.assign(globalThis, {
  setTimeout: (run: () => void, delayMs: number) => timers.push({ run, delayMs }),
  clearTimeout: () => {},
  async fetch(): Promise<Response> {
    requests++;
    if (isOffline) throw new TypeError('Failed to fetch');
    return Response.json(answer(`token ${requests}`));
  },
});

const { currentSession } = await import('../../web/src/session/session-store.ts');
const { storeToken } = await import('../../web/src/session/token-refresh.ts');
type Token = import('../../web/src/contract/schemas.ts').Token;
const answer = (token: string) => ({ token, expires_in: 3_600, user: { id: 'anna', role: 'client' } }) as Token;

/** Sets the clock, and lets the time pass after which the token would be refreshed. */
function setClock(next: number): void {
  const timer = timers.at(-1);
  assert(timer && timer.delayMs > 0.9 * hourMs && timer.delayMs < hourMs);
  now = next;
  timer.run();
}

beforeEach(() => {
  now = now2036;
  isOffline = false;
  requests = 0;
  timers = [];
  storeToken(answer('first'));
});

for (const [direction, next] of [
  ['back by years', now2026],
  ['forward by a day', now2036 + 24 * hourMs],
] as const) {
  it(`a token is refreshed when the clock was set ${direction}`, async () => {
    setClock(next);
    const session = await waitFor(() => [currentSession()].find((one) => one?.token === 'token 1'));
    assert.deepEqual([requests, session.expiresAt], [1, next + hourMs]);
  });
}

it('a token is not refreshed sooner when the clock was corrected by some seconds', () => {
  setClock(now2036 - 30_000);
  assert.deepEqual([requests, currentSession()?.token], [0, 'first']);
});

it('a refresh that fails after the clock was set back is tried again within the lifetime of the token, not all the time', async () => {
  isOffline = true;
  setClock(now2026);
  const retry = await waitFor(() => timers.slice(1).find(({ delayMs }) => delayMs >= 15_000));
  assert.deepEqual([requests, retry.delayMs, currentSession()?.token], [1, hourMs, 'first']);
});
