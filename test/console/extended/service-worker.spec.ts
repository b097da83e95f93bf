import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { test as base, expect } from '../fixtures.ts';
import { button, login, serviceWorkerReady, withServiceWorker } from '../page-helpers.ts';

interface FailingProxy {
  url: string;
  /** From now on every answer is 502. */
  fail(): void;
  /** Ends that. */
  recover(): void;
}

const test = base.extend<{ failingProxy: FailingProxy }>({
  failingProxy: async ({ app }, use) => {
    let isDown = false;
    const server = createServer((incoming, outgoing) => {
      if (isDown) {
        outgoing.writeHead(502, { 'content-type': 'application/json' }).end('{"error":"bad gateway"}');
        return;
      }
      const { method, url, headers } = incoming;
      const forwarded = request(`${app.url}${url}`, { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      });
      forwarded.on('error', () => outgoing.destroy());
      incoming.pipe(forwarded);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const fail = (): void => {
      isDown = true;
    };
    const recover = (): void => {
      isDown = false;
    };
    await use({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, fail, recover });
    server.close();
    server.closeAllConnections();
  },
});

test('the console opens while a proxy answers 502 for the service', async ({ app, failingProxy }) => {
  const page = await app.newPage(withServiceWorker);
  await page.goto(`${failingProxy.url}/app/`);
  await serviceWorkerReady(page);
  failingProxy.fail();
  await page.reload();
  await button(page, 'Sign in').waitFor();
  await expect(page.getByText('bad gateway')).toHaveCount(0);
});

test('the console shows what was read before while a proxy answers 502, and reads it again afterwards', async ({
  app,
  failingProxy,
  lobby: { wanda, report },
}) => {
  await app.transition(wanda, await report('A lamp is dark'), 'take');
  const page = await app.newPage(withServiceWorker);
  await page.goto(`${failingProxy.url}/app/`);
  await login(page, wanda);
  await page.getByText('A lamp is dark').waitFor();
  await serviceWorkerReady(page);
  // The responses are stored a moment after they were read.
  await expect.poll(() => countStored(page)).toBeGreaterThan(3);
  failingProxy.fail();
  await page.reload();
  await page.getByText('A lamp is dark').waitFor();
  await page.getByText(/^Connecting… · saved/).waitFor();
  await app.transition(wanda, await report('A tap drips'), 'take');
  failingProxy.recover();
  await page.locator('.offline-banner').waitFor({ state: 'detached', timeout: 20_000 });
  await button(page, 'Show 1 new request').or(page.getByText('A tap drips')).first().waitFor();
});

const countStored = (page: Page): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve, reject) => {
    const request = indexedDB.open('callout-data');
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const count = request.result.transaction('records').objectStore('records').count();
      count.onsuccess = () => {
        request.result.close();
        resolve(count.result);
      };
    };
  })`);
