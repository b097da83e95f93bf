import assert from 'node:assert/strict';
import { it } from 'node:test';
import Fastify from 'fastify';
import { sql } from 'kysely';
import pino from 'pino';
import { handleError } from '../src/platform/http/error-handler.ts';
import { Fixtures } from '../testing/fixtures.ts';

const fixtures = await Fixtures.create();

it('a value that PostgreSQL rejects returns 400 and is logged with its stack', async () => {
  const lines: string[] = [];
  const app = Fastify({ loggerInstance: pino({ level: 'error' }, { write: (line) => lines.push(line) }) });
  app.setErrorHandler(handleError);
  app.decorateRequest('accountCheck');
  app.get('/overflow', () => sql`select 2147483647 + ${1}::integer`.execute(fixtures.db.read));
  const { statusCode, body } = await app.inject('/overflow');
  assert.deepEqual([statusCode, JSON.parse(body)], [400, { error: 'a value is out of range' }]);
  assert.equal(lines.length, 1);
  const { err } = JSON.parse(lines[0] ?? '{}');
  assert.equal(err.code, '22003');
  assert.match(err.stack, /out of range.*\n\s+at /);
});
