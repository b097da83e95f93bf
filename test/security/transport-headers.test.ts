import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Fixtures } from '../../testing/fixtures.ts';

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

const securityTxt = '/.well-known/security.txt';

it('GET /.well-known/security.txt returns 404 without SECURITY_CONTACT', async () => {
  const fixtures = await Fixtures.create();
  assert.equal((await fixtures.call(undefined, 'GET', securityTxt)).status, 404);
});

it('GET /.well-known/security.txt names SECURITY_CONTACT, a date of expiry within a year, and its own address', async () => {
  const settings = { SECURITY_CONTACT: 'mailto:security@example.com', PUBLIC_URL: 'https://callout.example.com' };
  const fixtures = await Fixtures.create(settings);
  const { status, body, headers } = await fixtures.call(undefined, 'GET', securityTxt);
  assert.deepEqual([status, headers['content-type']], [200, 'text/plain; charset=utf-8']);
  const [contact, expires = '', canonical, end, ...more] = String(body).split('\n');
  assert.equal(contact, 'Contact: mailto:security@example.com');
  const [, date = ''] = /^Expires: (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/.exec(expires) ?? [];
  const lifetimeDays = (Date.parse(date) - fixtures.now.getTime()) / 86_400_000;
  assert(lifetimeDays > 30 && lifetimeDays < 365, expires);
  assert.equal(canonical, 'Canonical: https://callout.example.com/.well-known/security.txt');
  assert.deepEqual([end, more], ['', []]);
});
