import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base, expect } from './fixtures.ts';
import { button, serviceWorkerReady, withServiceWorker } from './page-helpers.ts';

interface FailingProxy {
  url: string;
  /** From now on every answer is 502. */
  fail(): void;
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
    await use({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, fail });
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
