import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isPublicAddress } from '../src/platform/lib/public-address.ts';
import { mayBePublic } from '../src/platform/lib/public-host.ts';

describe('isPublicAddress()', () => {
  const internal = `0.0.0.0 0.1.2.3 10.0.0.1 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.254 169.254.169.254 172.16.0.1
    172.31.255.255 192.0.0.8 192.0.2.1 192.88.99.1 192.168.0.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1
    239.255.255.255 240.0.0.1 255.255.255.255
    :: ::1 ::ffff:8.8.8.8 ::ffff:127.0.0.1 ::8.8.8.8 64:ff9b::808:808 64:ff9b:1::1 100::1 2001::1 2001:1::1 2001:20::1 2001:db8::1
    2002:808:808::1 3fff::1 4000::1 5f00::1 fc00::1 fd12:3456::1 fe80::1 fec0::1 ff02::1`;
  const global = `1.1.1.1 8.8.8.8 100.63.255.255 100.128.0.0 172.15.255.255 172.32.0.1 191.255.255.255 192.0.1.1 193.0.0.1 198.17.255.255
    198.20.0.1 223.255.255.255 2001:200::1 2001:4860:4860::8888 2606:4700::1111 2a00:1450:4001::1 3ffe::1`;

  it('tells internal addresses from public ones', () => {
    for (const address of internal.split(/\s+/)) assert.equal(isPublicAddress(address), false, address);
    for (const address of global.split(/\s+/)) assert.equal(isPublicAddress(address), true, address);
  });

  it('what is no address is not public', () => {
    for (const text of ['', 'localhost', '8.8.8', '8.8.8.8.8', '[2606:4700::1111]', '08.8.8.8', '8.8.8.8:443'])
      assert.equal(isPublicAddress(text), false, text);
  });
});

describe('mayBePublic()', () => {
  it('refuses internal names and addresses in every spelling that a URL has for them', () => {
    const internal = `localhost localhost. db intranet printer.local db.internal metadata.google.internal
      127.0.0.1 127.1 127.1:8443 0x7f000001 2130706433 0177.0.0.1 10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0
      [::] [::1] [::ffff:10.0.0.1] [::ffff:8.8.8.8] [64:ff9b::10.0.0.1] [64:ff9b:1::a00:1] [2002:a00:1::] [2001:0:a00:1::] [fd00::1]
      [fe80::1]`;
    for (const host of internal.split(/\s+/)) assert.equal(mayBePublic(new URL(`https://${host}/x`)), false, host);
  });

  it('takes public addresses and names with a dot, which are resolved when they are connected to', () => {
    for (const host of ['hooks.example.com', 'hooks.example.lan', '93.184.216.34', '8.8.8.8:8443', '[2606:4700::1]'])
      assert.equal(mayBePublic(new URL(`https://${host}/x`)), true, host);
  });
});
