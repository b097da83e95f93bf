import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { it } from 'node:test';
import { loadConfig } from '../src/config.ts';
import { clientIp } from '../src/http/client-ip.ts';

const { trustedProxies } = loadConfig({ JWT_SECRET: 'x', TRUSTED_PROXIES: '10.9.0.0/16, 2001:db8::/32, 192.0.2.1' });
const ip = (peer: string, forwarded?: string) =>
  clientIp(
    {
      socket: { remoteAddress: peer },
      headers: { ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) },
    } as IncomingMessage,
    trustedProxies,
  );

it('is the left-most forwarded address behind a trusted proxy', () => {
  for (const proxy of [
    '127.0.0.1',
    '127.8.8.8',
    '::1',
    '::ffff:127.0.0.1',
    '10.9.3.4',
    '::ffff:10.9.3.4',
    '2001:db8::5',
    '192.0.2.1',
  ]) {
    assert.equal(ip(proxy, '198.51.100.7, 10.0.0.1'), '198.51.100.7', proxy);
    assert.equal(ip(proxy, ' 2001:DB8:1::1 '), '2001:db8:1::1', proxy);
    assert.equal(ip(proxy, '::ffff:198.51.100.7'), '198.51.100.7', proxy);
  }
});

it('is the peer itself when that is nobody trusted, whatever it sends', () => {
  for (const peer of ['10.8.0.1', '192.0.2.2', '2001:db9::1', '203.0.113.9']) assert.equal(ip(peer, '198.51.100.7'), peer);
});

it('is the proxy when the header holds no address', () => {
  for (const header of [undefined, '', 'unknown', '198.51.100.7:80', ', 198.51.100.7', '1.2.3', "'; drop table"])
    assert.equal(ip('127.0.0.1', header), '127.0.0.1', String(header));
});
