import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import { test as base, expect } from '../fixtures.ts';
import { button, login, serviceWorkerReady, withServiceWorker } from '../page-helpers.ts';
import { storedRecords } from '../stored-records.ts';

// Everything that the service worker answers from its cache, before and after an upgrade.

type Broken = 'scripts' | 'proxy' | 'page';

interface Deployment {
  url: string;
  /** From now on every answer is 502. */
  fail(): void;
  /** From now on pages are not answered. */
  hold(): void;
  /** Ends both. */
  recover(): void;
  /**
   * From now on the console is another version, with other names of its scripts.
   * @param broken `scripts`: they are not found; `proxy`: they are answered with 502; `page`: another instance still answers with the
   * page of the first version
   */
  upgrade(broken?: Broken): void;
}

/** The script that is started by the page, and another one, which the second version has under other names. */
const renamed = /assets\/(main|de)-([\w-]+)\.js/g;
const secondVersion = (content: string): string =>
  content
    .replaceAll(renamed, 'assets/$1-second-$2.js')
    .replace('Maintenance requests from report to confirmation.', 'second')
    .replace(/(version\\":\\")\w+/, '$1second');

const test = base.extend<{ deployment: Deployment }>({
  deployment: async ({ app }, use) => {
    let state: 'up' | 'down' | 'holding' = 'up';
    let upgraded: 'no' | 'yes' | Broken = 'no';
    const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
      const { method, url = '', headers } = incoming;
      const isPage = /^\/app\/($|[a-z]+$)/.test(url);
      if (state === 'down') {
        outgoing.writeHead(502, { 'content-type': 'application/json' }).end('{"error":"bad gateway"}');
        return;
      }
      if (state === 'holding' && isPage) return;
      const isUnloadable = upgraded === 'scripts' || upgraded === 'proxy' || !url.includes('-second-');
      if (upgraded !== 'no' && url.search(renamed) >= 0 && isUnloadable) {
        outgoing.writeHead(upgraded === 'proxy' ? 502 : 404).end();
        return;
      }
      const path = url.replace('-second-', '-');
      const { 'if-none-match': _match, 'if-modified-since': _modified, ...sent } = headers;
      const forwarded = request(`${app.url}${path}`, { method, headers: { ...sent, 'accept-encoding': 'identity' } });
      forwarded.on('error', () => outgoing.destroy());
      incoming.pipe(forwarded);
      const [received] = (await once(forwarded, 'response')) as [IncomingMessage];
      const isRewritten = (isPage && upgraded !== 'page') || url === '/app/sw.js';
      if (upgraded === 'no' || !isRewritten) {
        outgoing.writeHead(received.statusCode ?? 500, received.headers);
        received.pipe(outgoing);
        return;
      }
      const { 'content-length': _length, etag: _etag, ...others } = received.headers;
      outgoing.writeHead(received.statusCode ?? 500, others).end(secondVersion(await text(received)));
    };
    const server = createServer((incoming, outgoing) => {
      answer(incoming, outgoing).catch(() => outgoing.destroy());
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    await use({
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      fail() {
        state = 'down';
      },
      hold() {
        state = 'holding';
      },
      recover() {
        state = 'up';
      },
      upgrade(broken) {
        upgraded = broken ?? 'yes';
      },
    });
    server.close();
    server.closeAllConnections();
  },
});

/** The version of the open page. */
const versionOf = async (page: Page): Promise<'first' | 'second'> =>
  (await page.locator('meta[name=description]').getAttribute('content')) === 'second' ? 'second' : 'first';
const cachesOf = (page: Page): Promise<string[]> => page.evaluate<string[]>('caches.keys()');

/** Waits until the console is open and no version is being installed. @returns the version of the page */
async function opened(page: Page): Promise<'first' | 'second'> {
  await button(page, 'Sign in').waitFor();
  await serviceWorkerReady(page);
  const isSettled = `navigator.serviceWorker.getRegistration().then(({ installing, waiting, active }) =>
    !installing && !waiting && active.state === 'activated')`;
  await expect.poll(() => page.evaluate<boolean>(isSettled), { timeout: 30_000 }).toBe(true);
  return versionOf(page);
}

test('after an upgrade the new version opens offline, without an answer and with a 502', async ({ app, deployment }) => {
  const old = await app.newPage(withServiceWorker);
  await old.goto(`${deployment.url}/app/`);
  expect(await opened(old)).toBe('first');
  deployment.upgrade();
  const page = await old.context().newPage();
  await page.goto(`${deployment.url}/app/`);
  await expect.poll(() => cachesOf(page), { timeout: 30_000 }).toContain('callout-second');
  expect(await opened(page)).toBe('second');
  const reloaded = async (): Promise<string> => {
    await page.reload();
    return opened(page);
  };
  await page.context().setOffline(true);
  expect(await reloaded(), 'without a network').toBe('second');
  await page.context().setOffline(false);
  deployment.hold();
  expect(await reloaded(), 'without an answer').toBe('second');
  deployment.recover();
  deployment.fail();
  expect(await reloaded(), 'with a 502').toBe('second');
  await old.reload();
  expect(await opened(old), 'in the tab that was open before').toBe('second');
});

test('a page of the version before finds its scripts until it is closed', async ({ app, deployment }) => {
  const old = await app.newPage(withServiceWorker);
  await old.goto(`${deployment.url}/app/`);
  expect(await opened(old)).toBe('first');
  const [before] = await cachesOf(old);
  const script = await old.evaluate<string>(`caches.open('${before}').then((cache) => cache.keys())
    .then((requests) => requests.map(({ url }) => url).find((url) => /assets\\/de-/.test(url)))`);
  deployment.upgrade();
  const page = await old.context().newPage();
  await page.goto(`${deployment.url}/app/`);
  await expect.poll(() => cachesOf(page), { timeout: 30_000 }).toContain('callout-second');
  expect(await opened(page)).toBe('second');
  await (await old.context().newCDPSession(old)).send('Network.clearBrowserCache');
  expect(await cachesOf(page)).toEqual([before, 'callout-second']);
  await old.evaluate(`import('${script}')`);
  await old.close();
  await page.reload();
  await expect.poll(() => cachesOf(page)).toEqual(['callout-second']);
});

for (const [broken, reason] of [
  ['scripts', 'does not find all scripts'],
  ['page', 'is answered with the page of the version before'],
] as const) {
  test(`an upgrade that ${reason} leaves the version before in use`, async ({ app, deployment }) => {
    const page = await app.newPage(withServiceWorker);
    await page.goto(`${deployment.url}/app/`);
    expect(await opened(page)).toBe('first');
    const before = await cachesOf(page);
    deployment.upgrade(broken);
    await page.evaluate('navigator.serviceWorker.getRegistration().then((registration) => registration.update())');
    await opened(page);
    expect(await cachesOf(page)).toEqual(before);
    await page.context().setOffline(true);
    await page.reload();
    expect(await opened(page)).toBe('first');
    await page.context().setOffline(false);
    deployment.upgrade();
    await page.reload();
    await expect.poll(() => cachesOf(page), { timeout: 30_000 }).toEqual(['callout-second']);
  });
}

test('the console shows what was read while a proxy answers 502', async ({ app, deployment, lobby: { wanda, report } }) => {
  await app.transition(wanda, await report('A lamp is dark'), 'take');
  const page = await app.newPage(withServiceWorker);
  await page.goto(`${deployment.url}/app/`);
  await login(page, wanda);
  await page.getByText('A lamp is dark').waitFor();
  await serviceWorkerReady(page);
  // The responses are stored a moment after they were read.
  await expect.poll(async () => (await storedRecords(page)).length).toBeGreaterThan(3);
  deployment.fail();
  await page.reload();
  await page.getByText('A lamp is dark').waitFor();
  await page.getByText(/^Connecting… · saved/).waitFor();
  await app.transition(wanda, await report('A tap drips'), 'take');
  deployment.recover();
  await page.locator('.offline-banner').waitFor({ state: 'detached', timeout: 20_000 });
  await button(page, 'Show 1 new request').or(page.getByText('A tap drips')).first().waitFor();
});
