import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { loadConfig } from '../../src/platform/config/config.ts';
import { clientIp } from '../../src/platform/http/client-ip.ts';
import { Fixtures } from '../../testing/fixtures.ts';
import { openRawHttp, request, statusOf } from './raw-http.ts';

// Vikunja (CVE-2026-29794) counted by a header that anybody could set: every attempt came from
// somewhere else. Kanboard (CVE-2026-21881), Zammad (CVE-2026-34720) and Fastify (CVE-2026-3635)
// believed a proxy's headers from whoever sent them. Here the header is heard when the connection
// itself comes from a proxy that was named, its left-most entry is one address, with or without a
// port, or nothing, and each address has one spelling.

const proxies = '10.9.0.0/16, 2001:db8::/32, 192.0.2.1';
const { trustedProxies } = loadConfig({ JWT_SECRET: 'x', TRUSTED_PROXIES: proxies });
const ip = (peer: string, forwarded?: string) =>
  clientIp(
    {
      socket: { remoteAddress: peer },
      headers: { ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) },
    } as IncomingMessage,
    trustedProxies,
  );

const proxy = '10.1.2.3';
const outside = '203.0.113.9';
const token = 'scrape-me-if-you-can';
const TRUSTED_PROXIES = '10.1.2.0/24';
const open = await Fixtures.create({ TRUSTED_PROXIES });
const guarded = await Fixtures.create({ METRICS_TOKEN: token, TRUSTED_PROXIES });

describe('client address', () => {
  it('the client address is the left-most entry of X-Forwarded-For behind a trusted proxy', () => {
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
      assert.equal(ip(proxy, '198.51.100.7,203.0.113.1 , 10.9.3.4'), '198.51.100.7', proxy);
      assert.equal(ip(proxy, ' 2001:DB8:1::1 '), '2001:db8:1::1', proxy);
    }
  });

  it('the client address is the peer itself when the peer is not trusted, whatever it sends', () => {
    for (const peer of ['10.8.0.1', '192.0.2.2', '2001:db9::1', '203.0.113.9', '::ffff:203.0.113.9']) {
      const plain = peer.replace('::ffff:', '');
      for (const header of ['198.51.100.7', '127.0.0.1', '::1', '10.9.3.4', `198.51.100.7, ${peer}`])
        assert.equal(ip(peer, header), plain);
    }
  });

  it('the client address is that of the proxy when the left-most entry is not an address', () => {
    for (const header of [
      ...[undefined, '', ' ', 'unknown', '_hidden', '198.51.100.7:', '198.51.100.7:port', '198.51.100.7:80:80'],
      ...['198.51.100.7:123456', '198.51.100:80', ':80', '[198.51.100.7]:80', '[2001:db8:1::1', '[2001:db8:1::1]80', '[]:80'],
      ...[', 198.51.100.7', 'for=198.51.100.7', '1.2.3', '1.2.3.4.5', '1.2.3.04', '0x7f.0.0.1', '2130706433'],
      ...['198.51.100.7/32', '198.51.100.256', '１.２.３.４', '198.51.100.7\u0000', '198.51.100.7\nx'],
      ...["'; drop table rate_limits; --", '1'.repeat(8000)],
    ])
      assert.equal(ip('127.0.0.1', header), '127.0.0.1', String(header).slice(0, 40));
  });

  it('the client address has no port and no brackets, as some gateways write them', () => {
    for (const [entry, address] of [
      ['198.51.100.7:4711', '198.51.100.7'],
      ['198.51.100.7:1, 10.0.0.1:2', '198.51.100.7'],
      ['[2001:db8:1::1]:4711', '2001:db8:1::1'],
      ['[2001:DB8:1::1]', '2001:db8:1::1'],
      ['[::ffff:198.51.100.7]:80', '198.51.100.7'],
    ] as const)
      assert.equal(ip('127.0.0.1', entry), address, entry);
    assert.equal(ip('203.0.113.9', '198.51.100.7:4711'), '203.0.113.9', 'of a peer that is not trusted');
  });

  it('different spellings of one address count as one client address', () => {
    for (const spelling of [
      ...['2001:db8:1::a', '2001:DB8:1::A', '2001:0db8:0001::000a', '2001:db8:1:0:0:0:0:a', '2001:db8:1::0:0:a'],
      ...['2001:db8:1:0::0.0.0.10', '2001:db8:1::a%eth0'],
    ])
      assert.equal(ip('::1', spelling), '2001:db8:1::a', spelling);
    for (const spelling of [
      '198.51.100.7',
      '::ffff:198.51.100.7',
      '::FFFF:198.51.100.7',
      '::ffff:c633:6407',
      '0:0:0:0:0:ffff:198.51.100.7',
    ])
      assert.equal(ip('::1', spelling), '198.51.100.7', spelling);
    assert.equal(ip('2001:DB8:0:0::5', '198.51.100.7'), '198.51.100.7', 'the proxy`s own, too');
  });
});

describe('rate limits by client address', async () => {
  const fixtures = await Fixtures.create({ TRUSTED_PROXIES: proxies });
  const attempt = async (remoteAddress: string, headers: Record<string, string> = {}) =>
    (await fixtures.app.inject({ method: 'POST', url: '/auth/login', remoteAddress, headers, payload: {} })).statusCode;
  const fill = async (n: number, one: (i: number) => Promise<number>) => {
    const statuses = [];
    for (let i = 0; i < n; i++) statuses.push(await one(i));
    return statuses;
  };
  const tenThenNoMore = (n: number) => [...Array(10).fill(400), ...Array(n - 10).fill(429)];

  it('a rate limit cannot be bypassed by a header from an untrusted peer', async () => {
    const spoofs: Record<string, string>[] = [
      { 'x-forwarded-for': '198.51.100.1' },
      { 'x-forwarded-for': '127.0.0.1' },
      { 'x-forwarded-for': '10.9.0.1, 198.51.100.2' },
      { 'x-real-ip': '198.51.100.3' },
      { 'x-client-ip': '198.51.100.4', 'true-client-ip': '198.51.100.4', 'cf-connecting-ip': '198.51.100.4' },
      { forwarded: 'for=198.51.100.5' },
      { 'x-forwarded-for': '' },
      { 'x-forwarded': '198.51.100.6', 'forwarded-for': '198.51.100.6', 'x-cluster-client-ip': '198.51.100.6' },
    ];
    assert.deepEqual(await fill(16, (i) => attempt('203.0.113.9', spoofs[i % spoofs.length])), tenThenNoMore(16));
  });

  it('two X-Forwarded-For headers are read as one list from the left', async () => {
    const sent = await openRawHttp(fixtures);
    const lines = (i: number) => [
      'content-length: 0',
      'x-forwarded-for: 198.51.100.40',
      `x-forwarded-for: 198.51.100.${100 + i}`,
    ];
    assert.deepEqual(await fill(13, async (i) => statusOf(await sent(request('POST /auth/login', lines(i))))), tenThenNoMore(13));
  });

  it('rate limit rows store no plain address', async () => {
    await attempt('203.0.113.77');
    const rows = await fixtures.db.read.selectFrom('rate_limits').selectAll().execute();
    assert(rows.length > 0 && !/203\.0\.113|198\.51/.test(JSON.stringify(rows)));
    assert(rows.every(({ key }) => key.length === 32));
  });
});

async function scrape(fixtures: Fixtures, remoteAddress: string, headers: Record<string, string> = {}) {
  const { statusCode, payload } = await fixtures.app.inject({ url: '/metrics', remoteAddress, headers });
  if (statusCode !== 200) assert.deepEqual(Object.keys(JSON.parse(payload)), ['error'], payload);
  return statusCode;
}

describe('GET /metrics without METRICS_TOKEN', () => {
  const forwardedFor = (address: string) => ({ 'x-forwarded-for': address });
  const cases: [what: string, status: number, peers: string[], headers: Record<string, string>[]][] = [
    [
      'loopback and the networks of TRUSTED_PROXIES',
      200,
      ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', proxy, `::ffff:${proxy}`],
      [{}],
    ],
    [
      'other networks, whatever their headers say',
      403,
      [outside, '10.1.3.1', '2001:db8::1', '192.168.0.1'],
      [{}, forwardedFor('127.0.0.1'), { authorization: `Bearer ${token}` }],
    ],
    [
      'a request that came through a trusted proxy from outside',
      403,
      ['127.0.0.1', '::1', proxy],
      [
        ...[outside, `127.0.0.1, ${outside}`, `${outside}, 127.0.0.1`, 'unknown', '127.0.0.1:1234', '', '127.0.0.1,'].map(
          forwardedFor,
        ),
        ...[{ 'x-real-ip': outside }, { forwarded: `for=${outside}` }, { forwarded: 'for=127.0.0.1' }],
      ],
    ],
    [
      'a request that trusted proxies forwarded from a trusted network',
      200,
      [proxy],
      ['127.0.0.1', '::1', '10.1.2.77', `127.0.0.1, ${proxy}`].map(forwardedFor),
    ],
  ];
  for (const [what, status, peers, headers] of cases) {
    it(`GET /metrics returns ${status} to ${what}`, async () => {
      for (const peer of peers)
        for (const each of headers) assert.equal(await scrape(open, peer, each), status, `${peer} ${JSON.stringify(each)}`);
    });
  }
});

it('GET /metrics with METRICS_TOKEN answers from everywhere with the token, and 401 without it, from loopback as well', async () => {
  const admin = await guarded.accessTokenFor(guarded.root);
  const refused = [
    ...['', 'Bearer', 'Bearer ', `Basic ${token}`, token, `Bearer ${token}x`, `Bearer ${token.slice(0, -1)}`],
    ...[`Bearer x ${token}`, `Bearer ${admin}`],
  ];
  for (const peer of ['127.0.0.1', proxy, outside]) {
    assert.equal(await scrape(guarded, peer, { authorization: `Bearer ${token}` }), 200, peer);
    assert.equal(await scrape(guarded, peer, { authorization: `bearer ${token}`, 'x-forwarded-for': outside }), 200, peer);
    assert.equal(await scrape(guarded, peer), 401, peer);
    for (const authorization of refused) assert.equal(await scrape(guarded, peer, { authorization }), 401, authorization);
  }
});
