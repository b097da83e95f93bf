import assert from 'node:assert/strict';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { createProjectFixture, serviceSettings, signInAdmin } from '../../testing/api-fixtures.ts';
import { sendOk } from '../../testing/http-client.ts';
import { NotificationChannels } from '../../testing/notification-channels.ts';
import { send, signIn, startService, stopService } from '../../testing/start-service.ts';
import { cloneDatabase } from '../../testing/test-database.ts';
import { waitFor } from '../../testing/wait.ts';
import { WebhookReceiver } from '../../testing/webhook-receiver.ts';

// Traces as a collector receives them, by OTLP over HTTP with JSON.

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}
interface Export {
  resourceSpans: { resource: { attributes: Span['attributes'] }; scopeSpans: { spans: Span[] }[] }[];
}
const kinds = { server: 2, client: 3, consumer: 5 };
const attributeOf = ({ attributes }: Pick<Span, 'attributes'>, key: string) => {
  const { stringValue, intValue } = attributes.find((one) => one.key === key)?.value ?? {};
  return stringValue ?? intValue;
};

const { JWT_SECRET, ADMIN_EMAIL, ADMIN_PASSWORD } = serviceSettings;
const account = { JWT_SECRET, ADMIN_EMAIL, ADMIN_PASSWORD };

/** Takes and starts a ticket whose client wants a mail and a webhook about the start. @returns the trace that the request of the start names */
async function startTicket(url: string, webhook: WebhookReceiver, { smtp }: NotificationChannels): Promise<string> {
  const { client, objects, workers } = await createProjectFixture(url, await signInAdmin(url), 1);
  const traceId = 'a3ce929d0e0e47364bf92f3577b34da6';
  const call = (method: string, path: string, token = client.token, body?: object, headers = {}) =>
    sendOk(url, { method, path, token, headers, ...(body && { body }) });
  const events = { ticket_started: { messenger: false, email: true, push: false } };
  await call('PUT', '/ext/notifications/preferences', client.token, { events, quiet_hours: null, digest: 'none' });
  await call('POST', '/ext/webhooks', client.token, { url: webhook.url, events: ['ticket_started'] });
  const ticket = { category: 'electric', description: 'The lamp is dark', object_id: objects[0] };
  const { id } = (await call('POST', '/tickets', client.token, ticket)).body;
  await call('PATCH', `/tickets/${id}/take`, workers[0]?.token);
  const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
  await call('PATCH', `/tickets/${id}/start`, workers[0]?.token, undefined, { traceparent });
  await waitFor(async () => smtp.mails().length > 0 && webhook.received.length > 0, 30_000);
  return traceId;
}
const database = await cloneDatabase();
after(() => database.drop());

describe('with OTEL_EXPORTER_OTLP_ENDPOINT', async () => {
  const exports: Export[] = [];
  const paths = new Set<string | undefined>();
  const collector = createServer(async (request, response) => {
    paths.add(request.url);
    exports.push((await json(request)) as Export);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const webhook = await WebhookReceiver.start();
  after(() => webhook.stop());
  const channels = await NotificationChannels.start();
  after(() => channels.stop());
  const receivers = { WEBHOOK_ALLOWED_HOSTS: webhook.host, ...channels.settings };
  const service = await startService({
    env: { DATABASE_URL: database.url, OTEL_EXPORTER_OTLP_ENDPOINT, ...account, ...receivers },
  });
  const caller = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
  const token = await signIn(service.url, account.ADMIN_EMAIL, account.ADMIN_PASSWORD);
  const traceparent = `00-${caller.traceId}-${caller.spanId}-01`;
  await fetch(`${service.url}/users?q=secret-name`, { headers: { authorization: `Bearer ${token}`, traceparent } });
  await send(`${service.url}/nope/a-token`, 'GET');
  await fetch(`${service.url}/health`);
  const traceOfStart = await startTicket(service.url, webhook, channels);
  await stopService(service);
  collector.close();

  const spans = exports.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
  const childrenOf = ({ spanId }: Span) => spans.filter(({ parentSpanId }) => parentSpanId === spanId);
  const requestTo = (name: string) => {
    const found = spans.find((span) => span.kind === kinds.server && span.name === name);
    assert(found, `${name} is not among ${spans.map((span) => span.name).join(', ')}`);
    return found;
  };

  it('a request is a span of its route, whose parent is that of the header traceparent', () => {
    const span = requestTo('GET /users');
    assert.deepEqual([span.traceId, span.parentSpanId], [caller.traceId, caller.spanId]);
    assert.equal(attributeOf(span, 'http.response.status_code'), 200);
  });

  it('statements are children of their request, also behind the body, with their text and without values', () => {
    for (const name of ['GET /users', 'POST /auth/login']) {
      const statements = childrenOf(requestTo(name)).filter(({ kind }) => kind === kinds.client);
      assert(statements.length > 0, name);
      for (const one of statements) assert.match(String(attributeOf(one, 'db.query.text')), /^\w+/);
    }
    const sent = JSON.stringify(exports);
    for (const value of ['secret-name', account.ADMIN_EMAIL, 'a-token']) assert(!sent.includes(value), value);
  });

  it('an unknown path has no name of its own, and monitoring no span', () => {
    assert.equal(requestTo('GET none').parentSpanId ?? '', '');
    assert.deepEqual(
      spans.filter(({ name }) => name.includes('/health')),
      [],
    );
  });

  it('an attempt at a delivery is a span with its statements', () => {
    const deliveries = spans.filter(({ kind }) => kind === kinds.consumer);
    assert(deliveries.length > 0);
    for (const { name } of deliveries) assert.match(name, /^deliver \w+$/);
    assert(deliveries.some((one) => childrenOf(one).length > 0));
  });

  it('the trace of a request leads to the notification, the mail and the webhook that it caused', () => {
    const request = requestTo('PATCH /tickets/:id/start');
    assert.equal(request.traceId, traceOfStart);
    const namesBelow = (span: Span) => childrenOf(span).map(({ name }) => name);
    assert(namesBelow(request).includes('deliver webhooks'), namesBelow(request).join(', '));
    const notification = childrenOf(request).find(({ name }) => name === 'deliver notifications');
    assert(notification, namesBelow(request).join(', '));
    assert(namesBelow(notification).includes('deliver notification_mails'), namesBelow(notification).join(', '));
  });

  it('spans are sent to the path of traces, and name the service', () => {
    assert.deepEqual([...paths], ['/v1/traces']);
    const [resource] = exports.flatMap(({ resourceSpans }) => resourceSpans.map((one) => one.resource));
    assert.equal(resource && attributeOf(resource, 'service.name'), 'callout');
  });
});

it('a collector that cannot be reached stops nothing, and the log names the reason', async () => {
  const env = { DATABASE_URL: database.url, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', ...account };
  const service = await startService({ env });
  await signIn(service.url, account.ADMIN_EMAIL, account.ADMIN_PASSWORD);
  assert.equal(await stopService(service), 0);
});

it('without a collector nothing of OpenTelemetry is loaded: one file imports it, which is imported on demand only', () => {
  const root = join(import.meta.dirname, '..', '..', 'src');
  const importing = (pattern: RegExp) =>
    globSync('**/*.ts', { cwd: root }).filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')));
  assert.deepEqual(importing(/from '@opentelemetry/), ['platform/tracing/otlp-tracer.ts']);
  assert.deepEqual(importing(/from '[^']*otlp-tracer\.ts'/), []);
  assert.deepEqual(importing(/import\('[^']*otlp-tracer\.ts'\)/), ['service/deps.ts']);
});
