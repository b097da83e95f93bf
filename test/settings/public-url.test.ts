import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import { testUrl } from '../../src/appliance/settings/test-url.ts';
import { isPublicOrOwnAddress } from '../../src/platform/lib/public-address.ts';
import { Fixtures, password } from '../../testing/fixtures.ts';
import { send, signIn, startService, stopService } from '../../testing/start-service.ts';
import { serviceUrl } from '../../testing/test-database.ts';
import { waitFor } from '../../testing/wait.ts';

const fixtures = await Fixtures.create();
const id = '5f0c7a3e-2b1d-4c8e-9a6f-0d1e2f3a4b5c';

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('the test of the public address', () => {
  it('finds out whether this installation answers, another one, something else or nothing', async () => {
    const answering = (body: string, status = 200) =>
      listen((_request, response) => response.writeHead(status, { location: 'https://elsewhere.example.com' }).end(body));
    const reasonAt = async (url: string) => (await testUrl(url, id)).reason;
    assert.deepEqual(await testUrl(await answering(JSON.stringify({ id })), id), { ok: true, reason: 'ok', detail: '' });
    assert.equal(await reasonAt(await answering(JSON.stringify({ id: crypto.randomUUID() }))), 'other_service');
    assert.equal(await reasonAt(await answering('secret page of somebody')), 'other_service');
    assert.equal(await reasonAt(await answering('x'.repeat(100_000))), 'other_service');
    assert.deepEqual(await testUrl(await answering('', 302), id), { ok: false, reason: 'redirect', detail: 'HTTP 302' });
    assert.equal(await reasonAt('http://127.0.0.1:1'), 'unreachable');
    assert.equal(await reasonAt((await answering('')).replace('http:', 'https:')), 'certificate');
    assert.equal(await reasonAt(''), 'not_configured');
  });

  it('asks public and own networks only', async () => {
    const allowed = [
      '203.0.114.7',
      '10.1.2.3',
      '172.20.0.1',
      '192.168.1.1',
      '100.64.0.1',
      '127.0.0.1',
      '::1',
      'fd00::1',
      '2606:4700::1',
    ];
    const refused = [
      '169.254.169.254',
      'fe80::1',
      '0.0.0.0',
      '224.0.0.1',
      '255.255.255.255',
      '::',
      'ff02::1',
      '::ffff:169.254.169.254',
    ];
    assert.deepEqual(
      allowed.filter((address) => !isPublicOrOwnAddress(address)),
      [],
    );
    assert.deepEqual(refused.filter(isPublicOrOwnAddress), []);
    for (const host of ['169.254.169.254', '[fe80::1]', '[::ffff:a9fe:a9fe]'])
      assert.equal((await testUrl(`http://${host}`, id)).reason, 'not_allowed', host);
  });
});

const env = { DATABASE_URL: serviceUrl(fixtures.url), JWT_SECRET: 'a secret for the tests, long enough', LOG_LEVEL: 'warn' };

describe('several instances', () => {
  it('a change holds on three of them within 10 seconds, and an instance that starts later has it', async () => {
    const running = await Promise.all([startService({ env }), startService({ env }), startService({ env })]);
    const [first, second, third] = running;
    try {
      const token = await signIn(first.url, fixtures.root.email, password);
      const call = (method: string, path: string, body?: object) => send(first.url + path, method, token, body);
      const nameAt = async (url: string) => (await send(`${url}/ext/about`, 'GET')).body.branding.name;
      assert.equal((await call('PUT', '/ext/settings', { name: 'Acme', public_url: second.url })).status, 200);
      assert.equal(await nameAt(first.url), 'Acme');
      for (const { url } of [second, third]) await waitFor(async () => (await nameAt(url)) === 'Acme', 10_000);
      assert.deepEqual((await call('POST', '/ext/settings/test-url')).body, { ok: true, reason: 'ok', detail: '' });
      const link = (await call('GET', '/ext/settings/test-link')).body;
      assert(link.url.startsWith(`${second.url}/app/opened#`), link.url);
      const opened = Object.fromEntries(new URLSearchParams(new URL(link.url).hash.slice(1)));
      assert.equal((await send(`${third.url}/ext/installation/opened`, 'POST', undefined, opened)).status, 200);
      assert((await call('GET', '/ext/settings')).body.public_url.opened_at >= link.issued_at);
      const later = await startService({ env });
      running.push(later);
      assert.equal(await nameAt(later.url), 'Acme');
    } finally {
      for (const service of running) await stopService(service);
    }
  });
});
