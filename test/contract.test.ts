import assert from 'node:assert/strict';
import { subscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import compileSerializer from 'fast-json-stringify';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { withNotificationTable } from '../scripts/notification-table.ts';
import { describeApi } from '../src/cli/openapi.ts';
import { eventsOf } from '../src/outbound/notifications/kinds.ts';
import { compileValidator } from '../src/platform/http/validation.ts';
import { describedOperations, differenceOf } from '../testing/described-answers.ts';

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  requestBody?: { content: Record<string, { example: object }> };
  responses: Record<string, { description: string; content?: object }>;
}

const routeSchemas: FastifySchema[] = [];
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRoute', ({ schema }) => void routeSchemas.push(schema ?? {}));
});
const text = await describeApi();
const document: { paths: Record<string, Record<string, Operation>> } = JSON.parse(text);
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

it('the API description gives each operation a summary, a tag, a unique id and schemas for all responses', () => {
  const ids = new Set(operations.map(({ operation }) => operation.operationId));
  assert.equal(ids.size, operations.length);
  for (const { method, path, operation } of operations) {
    assert(operation.summary && operation.tags.length === 1, `${method} ${path}`);
    for (const [status, answer] of Object.entries(operation.responses)) {
      assert(
        answer.description && (answer.content || ['202', '302', '303', '304'].includes(status)),
        `${method} ${path} ${status}`,
      );
    }
  }
});

it('the API description keeps what is said of a schema in each of its places', () => {
  const { take, finish } = JSON.parse(text).components.schemas.Stats.properties.totals.properties;
  assert.equal(take.$ref, finish.$ref);
  assert.match(take.description, /assigned first/);
  assert.match(finish.description, /done last/);
});

it('every schema of a request and of an answer compiles, which the service does at their first use', () => {
  assert(routeSchemas.length > operations.length);
  for (const { params, querystring, headers, body, response } of routeSchemas) {
    for (const schema of [params, querystring, headers, body]) if (schema) compileValidator(schema);
    for (const schema of Object.values(response ?? {})) compileSerializer(schema, { compileValidators: true });
  }
});

it('the API description is valid OpenAPI 3.1 for the validators of seriousme and of Redocly', async () => {
  const { valid, errors } = await new Validator().validate(JSON.parse(text));
  assert.equal(valid, true, JSON.stringify(errors));
  // GET /ping and GET /ext/about refuse nothing; browsers are redirected by GET /ext/oidc/start and GET /ext/oidc/callback.
  const rules = { 'operation-4xx-response': 'off', 'operation-2xx-response': 'off' } as const;
  const config = await createConfig({ extends: ['recommended'], rules, telemetry: 'off' });
  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
  const found = problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
  assert.deepEqual(found, []);
});

it('the examples of requests are accepted: expiries are in the future, and events concern every role', () => {
  const exampleOf = (name: string): Record<string, unknown> => {
    const found = operations.find(({ method, path }) => name === `${method} ${path}`);
    return { ...found?.operation.requestBody?.content['application/json']?.example };
  };
  assert(Date.parse(String(exampleOf('POST /ext/tokens')['expires_at'])) > Date.now());
  const events = Object.keys(exampleOf('PUT /ext/notifications/preferences')['events'] ?? {});
  assert(events.length > 0);
  for (const role of ['admin', 'client', 'worker'] as const) {
    const ofRole = new Set<string>(eventsOf(role));
    assert(
      events.every((event) => ofRole.has(event)),
      role,
    );
  }
});

it('docs/notifications.md lists the kinds of notifications', () => {
  const written = readFileSync(new URL('../docs/notifications.md', import.meta.url), 'utf8');
  assert(written === withNotificationTable(), 'npm run openapi writes it anew');
});

it('docs/openapi.json equals the generated API description', () => {
  const written = readFileSync(new URL('../docs/openapi.json', import.meta.url), 'utf8');
  assert(written === text, 'npm run openapi writes it anew'); // a comparison would print both texts
});

const binaryTypes = [
  'image/png',
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/zip',
  'image/webp',
];

const media = describedOperations.flatMap(({ name, operation }) => {
  const answers = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
  const answered = answers.flatMap(([status, { content = {} }]) =>
    Object.entries(content).map(([type, one]) => ({ where: `${name} ${status} ${type}`, type, ...one })),
  );
  const sent = Object.entries(operation.requestBody?.content ?? {}).map(([type, one]) => ({
    where: `${name} ${type}`,
    type,
    ...one,
  }));
  return [...sent, ...answered];
});

it('the API description has an example of every body and of every successful answer that is no file of bytes', () => {
  const missing = media.filter(({ example, type }) => example === undefined && !binaryTypes.includes(type));
  assert.deepEqual(
    missing.map(({ where }) => where),
    [],
  );
  assert(media.length > describedOperations.length);
});

it('the examples of the API description fit their schemas, without properties that these do not have', () => {
  const wrong = media.flatMap(({ where, schema, example }) => {
    const difference = example === undefined ? undefined : differenceOf(schema, example);
    return difference ? [`${where}: ${difference}`] : [];
  });
  assert.deepEqual(wrong, []);
});
