import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isLoopbackAddress } from '../../web/src/lib/loopback-address.ts';

it('isLoopbackAddress tells addresses of the own computer from those that others can open', () => {
  for (const host of ['localhost', 'LOCALHOST:4400', 'callout.localhost', '127.0.0.1:3000', '127.1', '[::1]:3000', '0.0.0.0:3000'])
    assert(isLoopbackAddress(`http://${host}/app/`), host);
  for (const host of ['callout.example.com', '192.168.1.5:3000', '10.0.0.7', '[2001:db8::5]', 'localhost.example.com', '1.127.0.1'])
    assert(!isLoopbackAddress(`https://${host}/r/x`), host);
  assert(!isLoopbackAddress('not an address'));
});
