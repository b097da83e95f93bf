import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isLoopbackUrl, isPrivateUrl } from '../../web/src/lib/loopback.ts';

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

it('isPrivateUrl tells addresses that nobody outside of a network can open from all others', () => {
  for (const url of [
    'http://10.0.0.5:3000',
    'http://192.168.1.20/',
    'http://172.16.0.1',
    'http://[fd00::1]/',
    'http://callout:3000/app/',
    'http://callout.local',
    'https://callout.internal/r/x',
  ])
    assert.equal(isPrivateUrl(url), true, url);
  for (const url of ['https://callout.example.com', 'http://172.32.0.1', 'http://localhost:3000', 'http://[2001:db8::5]/', ''])
    assert.equal(isPrivateUrl(url), false, url);
});
