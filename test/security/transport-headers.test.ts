import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Fixtures } from '../../testing/fixtures.ts';

// Headers about the transport and about features of the browser.

const overTls = { 'x-forwarded-proto': 'https' };

async function headersOf(fixtures: Fixtures, url: string, headers: Record<string, string>, remoteAddress = '127.0.0.1') {
  return (await fixtures.app.inject({ url, headers, remoteAddress })).headers;
}

it('answers over TLS have Strict-Transport-Security for a year when PUBLIC_URL is https', async () => {
  const fixtures = await Fixtures.create({ PUBLIC_URL: 'https://callout.example.com' });
  for (const url of ['/ping', '/auth/me', '/nope', '/app/', '/health/live']) {
    assert.equal((await headersOf(fixtures, url, overTls))['strict-transport-security'], 'max-age=31536000', url);
    // RFC 6797, 7.2: not over a connection without TLS.
    for (const headers of [{}, { 'x-forwarded-proto': 'http' }])
      assert.equal((await headersOf(fixtures, url, headers))['strict-transport-security'], undefined, url);
    const forged = await headersOf(fixtures, url, overTls, '203.0.113.9');
    assert.equal(forged['strict-transport-security'], undefined, 'only a trusted proxy can say so');
  }
});

it('answers have no Strict-Transport-Security when PUBLIC_URL is not https', async () => {
  for (const PUBLIC_URL of ['', 'http://callout.example.com']) {
    const fixtures = await Fixtures.create({ PUBLIC_URL });
    assert.equal((await headersOf(fixtures, '/ping', overTls))['strict-transport-security'], undefined, PUBLIC_URL);
  }
});

it('answers deny camera, microphone and location to pages, and only the console may use the camera', async () => {
  const fixtures = await Fixtures.create();
  for (const [url, camera] of [
    ['/ping', '()'],
    ['/nope', '()'],
    ['/app/', '(self)'],
  ]) {
    const policy = String((await headersOf(fixtures, String(url), { accept: 'text/html' }))['permissions-policy']);
    for (const feature of [`camera=${camera}`, 'microphone=()', 'geolocation=()'])
      assert(policy.includes(feature), `${url} ${feature}`);
  }
});
