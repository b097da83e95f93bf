import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import { button, kept, missingBrowser, startConsole } from './browser.ts';

it('the console opens while a proxy answers 502 for the service', { skip: missingBrowser }, async () => {
  const app = await startConsole();
  let isDown = false;
  const proxy = createServer((incoming, outgoing) => {
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
  await once(proxy, 'listening');
  try {
    const page = await app.open();
    await page.goto(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}/app/`);
    await kept(page);
    isDown = true;
    await page.reload();
    await button(page, 'Sign in').waitFor();
    assert.equal(await page.getByText('bad gateway').count(), 0);
  } finally {
    proxy.close();
    proxy.closeAllConnections();
  }
});
