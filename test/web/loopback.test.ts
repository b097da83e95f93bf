import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isLoopbackUrl } from '../../web/src/lib/loopback.ts';

it('isLoopbackUrl tells addresses that only this computer can open from all others', () => {
  for (const url of [
    'http://localhost:3000/r/x',
    'https://callout.localhost',
    'http://127.0.0.1/',
    'http://127.1.2.3:80',
    'http://[::1]:3000/r/x',
  ])
    assert.equal(isLoopbackUrl(url), true, url);
  for (const url of [
    'https://callout.example.com/r/x',
    'http://10.0.0.5:3000',
    'http://[fd00::1]/',
    'https://localhost.example.com',
    '',
  ])
    assert.equal(isLoopbackUrl(url), false, url);
});
