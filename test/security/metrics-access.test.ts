import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Fixtures } from '../../testing/fixtures.ts';

const proxy = '10.1.2.3';
const outside = '203.0.113.9';
const token = 'scrape-me-if-you-can';
const open = await Fixtures.create({ TRUSTED_PROXIES: '10.1.2.0/24' });
const guarded = await Fixtures.create({ METRICS_TOKEN: token, TRUSTED_PROXIES: '10.1.2.0/24' });

async function scrape(fixtures: Fixtures, remoteAddress: string, headers: Record<string, string> = {}) {
  const { statusCode, payload } = await fixtures.app.inject({ url: '/metrics', remoteAddress, headers });
  if (statusCode !== 200) assert.deepEqual(Object.keys(JSON.parse(payload)), ['error'], payload);
  return statusCode;
}

describe('GET /metrics without METRICS_TOKEN', () => {
  it('GET /metrics answers loopback and the networks of TRUSTED_PROXIES', async () => {
    for (const peer of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', proxy, `::ffff:${proxy}`])
      assert.equal(await scrape(open, peer), 200, peer);
  });

  it('GET /metrics returns 403 to other networks, whatever their headers say', async () => {
    for (const peer of [outside, '10.1.3.1', '2001:db8::1', '192.168.0.1']) {
      assert.equal(await scrape(open, peer), 403, peer);
      assert.equal(await scrape(open, peer, { 'x-forwarded-for': '127.0.0.1' }), 403, peer);
      assert.equal(await scrape(open, peer, { authorization: `Bearer ${token}` }), 403, peer);
    }
  });

  it('GET /metrics returns 403 to a request that came through a trusted proxy from outside', async () => {
    const forwarded = [
      { 'x-forwarded-for': outside },
      { 'x-forwarded-for': `127.0.0.1, ${outside}` },
      { 'x-forwarded-for': `${outside}, 127.0.0.1` },
      { 'x-forwarded-for': 'unknown' },
      { 'x-forwarded-for': '127.0.0.1:1234' },
      { 'x-forwarded-for': '' },
      { 'x-forwarded-for': '127.0.0.1,' },
      { 'x-real-ip': outside },
      { forwarded: `for=${outside}` },
      { forwarded: 'for=127.0.0.1' },
    ];
    for (const peer of ['127.0.0.1', '::1', proxy]) {
      for (const headers of forwarded) assert.equal(await scrape(open, peer, headers), 403, `${peer} ${JSON.stringify(headers)}`);
    }
  });

  it('GET /metrics answers a request that trusted proxies forwarded from a trusted network', async () => {
    for (const address of ['127.0.0.1', '::1', '10.1.2.77', `127.0.0.1, ${proxy}`]) {
      assert.equal(await scrape(open, proxy, { 'x-forwarded-for': address }), 200, address);
    }
  });
});

describe('GET /metrics with METRICS_TOKEN', () => {
  it('GET /metrics answers from everywhere with the token', async () => {
    for (const peer of ['127.0.0.1', proxy, outside]) {
      assert.equal(await scrape(guarded, peer, { authorization: `Bearer ${token}` }), 200, peer);
      assert.equal(await scrape(guarded, peer, { authorization: `bearer ${token}`, 'x-forwarded-for': outside }), 200, peer);
    }
  });

  it('GET /metrics returns 401 without the token, from loopback as well', async () => {
    const given = [
      ...['', 'Bearer', 'Bearer ', `Basic ${token}`, token, `Bearer ${token}x`, `Bearer ${token.slice(0, -1)}`],
      `Bearer x ${token}`,
    ];
    for (const peer of ['127.0.0.1', proxy, outside]) {
      assert.equal(await scrape(guarded, peer), 401, peer);
      for (const authorization of given) assert.equal(await scrape(guarded, peer, { authorization }), 401, authorization);
    }
    const admin = await guarded.accessTokenFor(guarded.root);
    assert.equal(await scrape(guarded, '127.0.0.1', { authorization: `Bearer ${admin}` }), 401);
  });
});
