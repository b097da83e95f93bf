import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Fixtures } from '../../testing/fixtures.ts';

const path = '/.well-known/security.txt';

it('GET /.well-known/security.txt returns 404 without SECURITY_CONTACT', async () => {
  const fixtures = await Fixtures.create();
  assert.equal((await fixtures.call(undefined, 'GET', path)).status, 404);
});

it('GET /.well-known/security.txt names SECURITY_CONTACT, a date of expiry within a year, and its own address', async () => {
  const settings = { SECURITY_CONTACT: 'mailto:security@example.com', PUBLIC_URL: 'https://callout.example.com' };
  const fixtures = await Fixtures.create(settings);
  const { status, body, headers } = await fixtures.call(undefined, 'GET', path);
  assert.deepEqual([status, headers['content-type']], [200, 'text/plain; charset=utf-8']);
  const [contact, expires = '', canonical, end, ...more] = String(body).split('\n');
  assert.equal(contact, 'Contact: mailto:security@example.com');
  const [, date = ''] = /^Expires: (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/.exec(expires) ?? [];
  const lifetimeDays = (Date.parse(date) - fixtures.now.getTime()) / 86_400_000;
  assert(lifetimeDays > 30 && lifetimeDays < 365, expires);
  assert.equal(canonical, 'Canonical: https://callout.example.com/.well-known/security.txt');
  assert.deepEqual([end, more], ['', []]);
});
