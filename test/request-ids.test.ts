import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildApp } from '../src/app.ts';
import { createLog } from '../src/platform/config/log.ts';
import { Fixtures } from '../testing/fixtures.ts';

// One id in the proxy's log, in the service's, and in the answer.

const fixtures = await Fixtures.create({ TRUSTED_PROXIES: '10.9.0.0/16' });
const lines: string[] = [];
const app = await buildApp({ ...fixtures.deps, log: createLog('info', { write: (line) => lines.push(line) }) });
const ours = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

async function idFor(brought: string | string[] | undefined, remoteAddress: string, url = '/ping'): Promise<string> {
  const headers = brought === undefined ? {} : { 'x-request-id': brought };
  const answer = await app.inject({ url, remoteAddress, headers: headers as Record<string, string> });
  return String(answer.headers['x-request-id']);
}

describe('request ids', () => {
  it('the request id of a trusted proxy is used in the response and in the log', async () => {
    for (const id of ['4f2a9c11d0e84b7e9a3c5d6e7f801234', crypto.randomUUID(), 'a', 'Edge_1.x-9', 'x'.repeat(64)]) {
      for (const from of ['10.9.1.2', '127.0.0.1', '::1', '::ffff:10.9.1.2']) assert.equal(await idFor(id, from), id);
      assert.equal(JSON.parse(lines.at(-1) ?? '').reqId, id);
    }
  });

  it('a request id from an untrusted sender is replaced by a new one', async () => {
    for (const from of ['10.8.0.1', '192.0.2.1', '2001:db8::1']) assert.match(await idFor('brought', from), ours);
  });

  it('a malformed request id is replaced by a new one', async () => {
    for (const id of ['', ' ', 'x'.repeat(65), 'a b', 'a;b', '<script>', '{"a":1}', 'a/b', 'ä', 'a,b', '%0d%0a', ['a', 'b']])
      assert.match(await idFor(id, '127.0.0.1'), ours, String(id));
  });

  it('each request has a new request id, also when it is refused', async () => {
    const ids = new Set<string>();
    for (const url of ['/ping', '/ping', '/nope', '/tickets', '/tickets/x', '/metrics', '/health'])
      ids.add(await idFor(undefined, '127.0.0.1', url));
    assert.equal(ids.size, 7);
    for (const id of ids) assert.match(id, ours);
  });
});
