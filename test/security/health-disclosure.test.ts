import assert from 'node:assert/strict';
import { it } from 'node:test';
import pg from 'pg';

// Directus (GHSA-6q22-g298-grjh) asked its database, its storage and its mail server for whoever
// asked for its health: one cheap request made three expensive ones. Here the public question
// touches nothing, and none tells what went wrong.

const statements: unknown[] = [];
/** Whether a statement is what each new connection begins with, which depends on how many are open. */
const opensSession = (statement: unknown): boolean => typeof statement === 'string' && statement.startsWith('set TimeZone');
// Before any of our code is loaded, so that no statement goes unseen.
pg.Client.prototype.query = new Proxy(pg.Client.prototype.query, {
  apply(target, client, args) {
    if (!opensSession(args[0])) statements.push(args[0]);
    return Reflect.apply(target, client, args);
  },
});
const { Fixtures } = await import('../../testing/fixtures.ts');
const { gaugeDeliveries } = await import('../../src/platform/system/gauges.ts');
const fixtures = await Fixtures.create();
gaugeDeliveries(fixtures.deps, ['messages', 'answers', 'mails']);

it('GET /ping and rejected requests run no SQL statement', async () => {
  statements.length = 0;
  const answers = await Promise.all(Array.from({ length: 200 }, () => fixtures.call(undefined, 'GET', '/ping')));
  for (const { status, body } of answers) assert.deepEqual([status, body], [200, { message: 'pong' }]);
  for (const url of ['/health/live', '/nope', '/', '/db-ping', '/tickets']) await fixtures.call(undefined, 'GET', url);
  assert.deepEqual(statements, []);
});

it('GET /health, /health/ready and /metrics share their SQL statements over 300 concurrent requests', async () => {
  statements.length = 0;
  const urls = ['/health', '/health/ready', '/metrics'];
  const answers = await Promise.all(Array.from({ length: 300 }, (_, i) => fixtures.call(undefined, 'GET', urls[i % 3] ?? '')));
  assert(answers.every(({ status }) => status === 200));
  assert.equal(statements.length, 17, 'each health check and each gauge once');
});

it('responses without a token contain no data, host names or versions but that of the service', async () => {
  for (const url of ['/ping', '/nope', '/db-ping', '/health', '/health/ready', '/health/live']) {
    const { headers, body } = await fixtures.call(undefined, 'GET', url);
    for (const name of ['server', 'x-powered-by', 'via', 'x-runtime']) assert.equal(headers[name], undefined);
    assert.doesNotMatch(JSON.stringify({ ...body, version: undefined }), /node|fastify|postgres|\d+\.\d+/i);
  }
  const { body } = await fixtures.call(undefined, 'GET', '/metrics');
  assert.doesNotMatch(body, /@|anna|Tower|path=|url=/, 'figures only');
});
