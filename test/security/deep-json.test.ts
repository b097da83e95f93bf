import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Fixtures } from '../../testing/fixtures.ts';
import { anonymousClient, assertEnvelope } from './anonymous-client.ts';
import { isCredential, operationsOf, samplesOf, send } from './operations.ts';

// Whoever walks through a body by calling itself falls off the stack at some depth: qs, merge
// helpers and validators all did. nodemailer (CVE-2025-14874) fell over brackets in an address,
// ajv's pages warn of patterns on long text. Here a body is bounded before it is parsed, and how
// deep or long its parts are changes neither the answer nor the time by more than reading takes.

const fixtures = await Fixtures.create();
const { anna, root } = fixtures;
const { post } = anonymousClient(fixtures);
const depths = [100, 5_000, 30_000];
const nested = (open: string, close: string, depth: number, core = ''): string =>
  `${open.repeat(depth)}${core}${close.repeat(depth)}`;

describe('deeply nested bodies', () => {
  it('a deeply nested value in any field of any operation returns 400', async () => {
    for (const sample of await samplesOf(fixtures))
      for (const field of Object.keys(sample.body)) {
        const body = JSON.stringify({ ...sample.body, [field]: '@' });
        for (const value of [nested('[', ']', 20_000), nested('{"a":', '}', 9_000, '1')])
          assertEnvelope(await send(fixtures, sample, body.replace('"@"', value)), 400, `${sample.operation} ${field}`);
      }
  });

  it('a deeply nested unknown field is ignored, and a deeply nested array as the body returns 400', async () => {
    for (const depth of depths) {
      const { status } = await fixtures.call(
        anna,
        'POST',
        '/projects',
        `{"name":"Deep ${depth}","x":${nested('[', ']', depth)}}`,
      );
      assert.equal(status, 201);
      assertEnvelope(await fixtures.call(anna, 'POST', '/projects', nested('[', ']', depth)), 400);
      assertEnvelope(await fixtures.call(anna, 'POST', '/projects', '['.repeat(depth)), 400);
      assertEnvelope(await post('/auth/login', nested('{"email":', '}', Math.min(depth, 6_000), '1')), 400);
    }
  });

  it('a body of more than 64 KiB returns 400, whatever it contains', async () => {
    for (const filler of ['x'.repeat(66_000), nested('[', ']', 33_000), Array(34_000).fill(1)]) {
      const body =
        typeof filler === 'string' && filler.startsWith('[') ? `{"name":"Large","x":${filler}}` : { name: 'Large', x: filler };
      assertEnvelope(await fixtures.call(anna, 'POST', '/projects', body), 400);
    }
    assert.equal((await fixtures.call(anna, 'POST', '/projects', { name: 'Padded', x: 'x'.repeat(60_000) })).status, 201);
  });

  it('a body with 5,000 unknown fields is accepted by its known fields', async () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`f${i}`, i]));
    assert.equal((await fixtures.call(anna, 'POST', '/projects', { ...many, name: 'Many' })).status, 201);
    const numbers = `{"name":"Long number","x":${'9'.repeat(60_000)}}`;
    assert.equal((await fixtures.call(anna, 'POST', '/projects', numbers)).status, 201);
  });
});

describe('long and nested query strings', () => {
  it('nested and long query strings are parsed as flat names', async () => {
    for (const query of [
      `limit${'[a]'.repeat(2_000)}=1`,
      `${'['.repeat(4_000)}=1`,
      Array.from({ length: 2_000 }, (_, i) => `p${i}=1`).join('&'),
      `x=${'%5B'.repeat(3_000)}`,
      '&'.repeat(8_000),
      '='.repeat(8_000),
    ])
      assert.equal((await fixtures.call(root, 'GET', `/tickets?${query}`)).status, 200, query.slice(0, 40));
    const twice = Array(1_000).fill('limit=1').join('&');
    assertEnvelope(await fixtures.call(root, 'GET', `/tickets?${twice}`), 400);
  });
});

describe('input for regular expressions', () => {
  // The timeout is far above what refusing takes, and far below what a pattern needs that backtracks over 60,000 letters.
  it('60,000 letters made for catastrophic backtracking are rejected within the timeout', { timeout: 60_000 }, async () => {
    const traps = [
      'a'.repeat(60_000),
      `${'a.'.repeat(30_000)}@`,
      `${'@'.repeat(60_000)}`,
      `x@${'a-'.repeat(29_000)}`,
      `x${' '.repeat(60_000)}x`,
      `2026-01-01T00:00:00.${'0'.repeat(60_000)}Z`,
      `${'1'.repeat(60_000)}:`,
      `${'%'.repeat(60_000)}`,
    ];
    const samples = await samplesOf(fixtures);
    for (const sample of samples)
      for (const [field, value] of Object.entries(sample.body)) {
        if (typeof value !== 'string' || isCredential(sample, field)) continue;
        for (const trap of traps) {
          assertEnvelope(await send(fixtures, sample, { [field]: trap }), 400, `${sample.operation} ${field}`);
        }
      }
    for (const { path, query } of operationsOf(fixtures))
      for (const { name } of query) {
        const url = `${path.replace('{id}', String(fixtures.tower))}?${name}=${'a'.repeat(10_000)}`;
        assert((await fixtures.call(root, 'GET', url)).status < 500, url.slice(0, 60));
      }
  });
});
