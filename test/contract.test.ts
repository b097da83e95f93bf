import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describeApi } from '../src/cli/openapi.ts';
import { eventsOf } from '../src/outbound/notifications/events.ts';
import { describedOperations, differenceOf } from '../testing/described-answers.ts';

// The endpoint tables of the specification: path, who may call, which refusals it names. Not a
// route more, not a route less, and none with other roles. What lies under /ext is the product's own.
const endpoints = `
GET    /ping                                public               -
GET    /db-ping                             admin                401 403
POST   /auth/login                          public               400 401 403 429
POST   /auth/refresh                        public               400 401 403 429
POST   /auth/logout                         public               400 403 429
POST   /auth/logout-all                     admin client worker  400 401 403
GET    /auth/me                             admin client worker  401 403
POST   /auth/forgot-password                public               400 403 429
POST   /auth/reset-password                 public               400 403 429
GET    /auth/messenger                      admin client worker  401 403 404
PUT    /auth/messenger                      admin client worker  400 401 403 429
DELETE /auth/messenger                      admin client worker  400 401 403
POST   /auth/messenger/code                 admin client worker  400 401 403 404 429
POST   /auth/messenger/bot                  admin client worker  400 401 403 404 429
DELETE /auth/messenger/bot                  admin client worker  400 401 403 404
POST   /users                               admin client         400 401 403 409 429
GET    /users                               admin client         400 401 403
POST   /users/{id}/confirm                  admin client         400 401 403 404 409
PATCH  /users/{id}                          admin client         400 401 403 404
DELETE /users/{id}                          admin client         400 401 403 404 409
POST   /users/{id}/password-reset           admin                400 401 403 404
POST   /users/{id}/password-set             admin                400 401 403 404
GET    /projects                            admin client         400 401 403
POST   /projects                            admin client         400 401 403 409
GET    /projects/{id}                       admin client         400 401 403 404
PATCH  /projects/{id}                       admin client         400 401 403 404 409
DELETE /projects/{id}                       admin                400 401 403 404
GET    /projects/{id}/objects               admin client         400 401 403 404
POST   /projects/{id}/objects               admin client         400 401 403 404 409
GET    /projects/{id}/workers               admin client         400 401 403 404
POST   /projects/{id}/workers               admin client         400 401 403 404 409
DELETE /projects/{id}/workers/{worker_id}   admin client         400 401 403 404 409
POST   /projects/{id}/invitation/accept     worker               400 401 403 404 409
POST   /projects/{id}/invitation/decline    worker               400 401 403 404 409
GET    /invitations                         worker               400 401 403
PATCH  /objects/{id}                        admin client         400 401 403 404 409
GET    /tickets                             admin client worker  400 401 403
POST   /tickets                             client               400 401 403 404 409
GET    /tickets/{id}                        admin client worker  400 401 403 404
PATCH  /tickets/{id}/assign                 admin client         400 401 403 404 409
PATCH  /tickets/{id}/take                   worker               400 401 403 404 409
PATCH  /tickets/{id}/start                  worker               400 401 403 404 409
PATCH  /tickets/{id}/done                   worker               400 401 403 404 409
PATCH  /tickets/{id}/confirm                client               400 401 403 404 409
PATCH  /tickets/{id}/reject                 client               400 401 403 404 409
PATCH  /tickets/{id}/cancel                 admin client         400 401 403 404 409
GET    /tickets/{id}/events                 admin client worker  400 401 403 404
GET    /recurring                           admin client         400 401 403
POST   /recurring                           admin client         400 401 403 404 409
GET    /recurring/{id}                      admin client         400 401 403 404
PATCH  /recurring/{id}                      admin client         400 401 403 404
DELETE /recurring/{id}                      admin client         400 401 403 404
POST   /recurring/{id}/run                  admin client         400 401 403 404 409
GET    /recurring/{id}/runs                 admin client         400 401 403 404
GET    /ext/recurring/{id}/next-run         admin client         400 401 403 404
GET    /ext/recurring/calendar              admin client         400 401 403
POST   /ext/recurring/{id}/shift            admin client         400 401 403 404 409
GET    /ext/calendar                        admin client worker  401 403
POST   /ext/calendar                        admin client worker  400 401 403 429
DELETE /ext/calendar                        admin client worker  400 401 403 404
GET    /ext/calendar/{token}.ics            public               403 404 429
GET    /ext/me                              admin client worker  401 403
PATCH  /ext/users/{id}                      admin                400 401 403 404
GET    /ext/tickets/{id}/chain              admin client worker  400 401 403 404
GET    /ext/tickets/{id}/report.pdf         admin client worker  400 401 403 404 429
GET    /ext/objects/{id}/notes              admin client worker  400 401 403 404
PUT    /ext/objects/{id}/notes              admin client         400 401 403 404
PATCH  /ext/me                              admin client worker  400 401 403
POST   /ext/password                        admin client worker  400 401 403 429
GET    /ext/sessions                        admin client worker  400 401 403
DELETE /ext/sessions/{id}                   admin client worker  400 401 403 404
POST   /ext/mfa/totp                        admin client worker  400 401 403 409 429
POST   /ext/mfa/totp/confirm                admin client worker  400 401 403 409 429
DELETE /ext/mfa/totp                        admin client worker  400 401 403 404 429
DELETE /ext/users/{id}/mfa                  admin                400 401 403 404
POST   /ext/passkey/challenge               public               400 403 404 429
POST   /ext/passkey/sign-in                 public               400 401 403 404 429
GET    /ext/passkeys                        admin client worker  400 401 403
POST   /ext/passkey/registration            admin client worker  400 401 403 404 409 429
POST   /ext/passkeys                        admin client worker  400 401 403 404 409
PATCH  /ext/passkeys/{id}                   admin client worker  400 401 403 404
DELETE /ext/passkeys/{id}                   admin client worker  400 401 403 404 409 429
GET    /ext/mfa/passkey                     admin client worker  401 403
PUT    /ext/mfa/passkey                     admin client worker  400 401 403 404 409 429
DELETE /ext/mfa/passkey                     admin client worker  400 401 403 404 409 429
GET    /ext/users/{id}/passkeys             admin                400 401 403 404
DELETE /ext/users/{id}/passkeys             admin                400 401 403 404
GET    /ext/oidc/start                      public               400 403 404
GET    /ext/oidc/callback                   public               403 404
POST   /ext/oidc/session                    public               400 401 403 404 409 429
GET    /ext/users/{id}/identities           admin                400 401 403 404
DELETE /ext/users/{id}/identities           admin                400 401 403 404
GET    /ext/tokens                          admin client worker  400 401 403
POST   /ext/tokens                          admin client worker  400 401 403 409 429
DELETE /ext/tokens/{id}                     admin client worker  400 401 403 404
GET    /ext/users                           admin client         400 401 403
GET    /ext/audit                           admin                400 401 403
GET    /ext/about                           public               -
GET    /ext/health                          admin                401 403
POST   /ext/messenger/test                  admin client worker  400 401 403 404 429
GET    /ext/unconfirmed                     admin client         400 401 403
GET    /ext/projects                        admin client         400 401 403
GET    /ext/objects                         admin client         400 401 403
GET    /ext/workload                        admin                400 401 403
GET    /ext/projects/{id}/workload          admin client         400 401 403 404
GET    /ext/stats                           admin client         400 401 403 404
GET    /ext/stats/repeats                   admin client         400 401 403 404
GET    /ext/projects/{id}/targets           admin client         400 401 403 404
PUT    /ext/projects/{id}/targets           admin client         400 401 403 404 429
GET    /ext/tickets/deadlines               admin client worker  400 401 403
GET    /ext/users/{id}/open-work            admin client         400 401 403 404
GET    /ext/tickets                         admin client worker  400 401 403
GET    /ext/tickets.csv                     admin client worker  400 401 403 429
GET    /ext/tickets.xlsx                    admin client worker  400 401 403 429
GET    /ext/tickets/{id}                    admin client worker  400 401 403 404
POST   /ext/import/workers                  admin client         400 401 403 409 429
POST   /ext/import/objects                  admin client         400 401 403 409 429
GET    /ext/views                           admin client worker  400 401 403
POST   /ext/views                           admin client worker  400 401 403 409
PATCH  /ext/views/{id}                      admin client worker  400 401 403 404 409
DELETE /ext/views/{id}                      admin client worker  400 401 403 404
GET    /ext/webhooks                        admin client         400 401 403
POST   /ext/webhooks                        admin client         400 401 403 409 429
GET    /ext/webhooks/{id}                   admin client         400 401 403 404
PATCH  /ext/webhooks/{id}                   admin client         400 401 403 404 429
DELETE /ext/webhooks/{id}                   admin client         400 401 403 404
POST   /ext/webhooks/{id}/rotate-secret     admin client         400 401 403 404 429
GET    /ext/webhooks/{id}/deliveries        admin client         400 401 403 404
POST   /ext/webhooks/{id}/deliveries/{delivery_id}/redeliver admin client         400 401 403 404 409 429
POST   /ext/tickets/{id}/reassign           admin client         400 401 403 404 409
POST   /ext/tickets/{id}/hand-back          worker               400 401 403 404 409
GET    /ext/tickets/{id}/hand-backs         admin client worker  400 401 403 404
POST   /ext/workers/{id}/handover           admin client         400 401 403 404 409
GET    /ext/users/{id}/absences             admin client worker  400 401 403 404
PUT    /ext/users/{id}/absences             admin worker         400 401 403 404
GET    /ext/projects/{id}/absences          admin client         400 401 403 404
GET    /ext/tickets/{id}/contacts           admin client worker  400 401 403 404
GET    /ext/tickets/{id}/comments           admin client worker  400 401 403 404
POST   /ext/tickets/{id}/comments           admin client worker  400 401 403 404 409 429
GET    /ext/tickets/{id}/thumbs             admin client worker  400 401 403 404
GET    /ext/photos/{id}/thumb               public               400 403 404
GET    /ext/tickets/{id}/attachments        admin client worker  400 401 403 404
POST   /ext/tickets/{id}/attachments        admin client worker  400 401 403 404 409
GET    /ext/attachments/{id}/thumb          public               400 403 404
GET    /ext/objects/{id}/portal             admin client         400 401 403 404
POST   /ext/objects/{id}/portal             admin client         400 401 403 404 409 429
DELETE /ext/objects/{id}/portal             admin client         400 401 403 404 429
GET    /ext/portals                         admin client         400 401 403
GET    /ext/objects/labels.pdf              admin client         400 401 403 404 409 429
GET    /ext/reports                         admin client         400 401 403
POST   /ext/reports/{id}/accept             admin client         400 401 403 404 409
POST   /ext/reports/{id}/dismiss            admin client         400 401 403 404 409
POST   /ext/reports/{id}/merge              admin client         400 401 403 404 409
GET    /ext/report-photos/{id}/thumb        public               400 403 404
GET    /ext/portal/{token}                  public               403 404 429
POST   /ext/portal/{token}/reports          public               400 403 404 429
GET    /ext/notifications                   admin client worker  400 401 403
POST   /ext/notifications/read              admin client worker  400 401 403
GET    /ext/notifications/preferences       admin client worker  401 403
PUT    /ext/notifications/preferences       admin client worker  400 401 403
GET    /ext/notifications/deliveries        admin client worker  400 401 403
POST   /ext/notifications/unsubscribe       public               400 429
GET    /ext/push/key                        admin client worker  401 403 404
POST   /ext/push/subscriptions              admin client worker  400 401 403 409
DELETE /ext/push/subscriptions              admin client worker  400 401 403 404
GET    /tickets/{id}/photos                 admin client worker  400 401 403 404
POST   /tickets/{id}/photos                 admin worker         400 401 403 404 409
DELETE /tickets/{id}/photos/{photo_id}      admin worker         400 401 403 404 409
`.trim();

interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  security: object[];
  tags: string[];
  requestBody?: { content: Record<string, { schema: { properties: object; required: string[] }; example: object }> };
  responses: Record<string, { description: string; content?: object }>;
}

const text = await describeApi();
const document: { paths: Record<string, Record<string, Operation>> } = JSON.parse(text);
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

function rolesOf({ description = '', security }: Operation): string {
  const named = /For: ([a-z, ]+)\.$/.exec(description)?.[1];
  if (!named) return 'public';
  assert.deepEqual(security, [{ accessToken: [] }]);
  return named.split(', ').sort().join(' ');
}

it('each row of the endpoint tables is a route with exactly these roles and error responses, and there are no other routes', () => {
  const registered = operations.map(({ method, path, operation }) => {
    const isOfKey = (code: string) => operation.responses[code]?.description.startsWith('The `Idempotency-Key`');
    const refusals = Object.keys(operation.responses).filter((code) => code.startsWith('4') && !isOfKey(code));
    return [method.padEnd(6), path.padEnd(36), rolesOf(operation).padEnd(20), refusals.join(' ') || '-'].join(' ');
  });
  assert.deepEqual(registered.sort(), endpoints.split('\n').sort());
});

it('the API description gives each operation a summary, a tag, a unique id and schemas for all responses', () => {
  const ids = new Set(operations.map(({ operation }) => operation.operationId));
  assert.equal(ids.size, operations.length);
  for (const { method, path, operation } of operations) {
    assert(operation.summary && operation.tags.length === 1, `${method} ${path}`);
    for (const [status, answer] of Object.entries(operation.responses)) {
      assert(answer.description && (answer.content || status === '304' || status === '302'), `${method} ${path} ${status}`);
    }
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

it('docs/openapi.json equals the generated API description', () => {
  const written = readFileSync(new URL('../docs/openapi.json', import.meta.url), 'utf8');
  assert(written === text, 'npm run openapi writes it anew'); // a comparison would print both texts
});

const binaryTypes = ['application/pdf', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'image/webp'];

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
