import assert from 'node:assert/strict';
import { request as requestTls } from 'node:https';
import { text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { runRollingRestarts } from '../../chaos/rolling.ts';
import { createProjectFixture, photoForm, serviceSettings, signInAdmin } from '../../testing/api-fixtures.ts';
import { noKeepAliveAgent, send, sendOk } from '../../testing/http-client.ts';
import { missingNginx, startNginx } from '../../testing/nginx.ts';
import { photo } from '../../testing/photo-files.ts';
import { startS3 } from '../../testing/s3-server.ts';
import { startService, stopService } from '../../testing/start-service.ts';
import { createEmptyDatabase } from '../../testing/test-database.ts';
import { waitFor } from '../../testing/wait.ts';
import { assertPassed, shortRun } from '../chaos/short-run.ts';

// Three instances behind nginx, as ops/nginx.conf sets it up, over PostgreSQL and a real S3 server.

const s3 = await startS3();
const skip = missingNginx() ?? (typeof s3 === 'string' ? s3 : false);

describe('three instances behind nginx', { skip, timeout: 180_000 }, async () => {
  if (skip || typeof s3 === 'string') return;
  const database = await createEmptyDatabase();
  const env = {
    ...serviceSettings,
    DATABASE_URL: database.url,
    LOG_LEVEL: 'info',
    SWAGGER: 'true',
    S3_BUCKET: s3.bucket,
    S3_ENDPOINT: s3.endpoint,
    S3_REGION: s3.region,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    S3_FORCE_PATH_STYLE: 'true',
  };
  const instances = await Promise.all([1, 2, 3].map(() => startService({ env })));
  const nginx = await startNginx(instances.map(({ url }) => Number(new URL(url).port)));
  after(async () => {
    await nginx.stop();
    for (const instance of instances) assert.equal(await stopService(instance), 0);
    await database.drop();
    await s3.stop();
  });
  const { url } = nginx;
  const { client, objects, workers } = await createProjectFixture(url, await signInAdmin(url), 1);
  const anna = client.token;
  const wanda = workers[0]?.token ?? '';

  /** Must succeed. */
  const job = async (token: string, method: string, path: string, body?: object) =>
    (await sendOk(url, { method, path, token, ...(body && { body }) })).body;
  const newTicket = () =>
    job(anna, 'POST', '/tickets', { category: 'other', description: 'The door is stuck', object_id: objects[0] });
  const upload = (ticket: number, bytes: Buffer) => {
    const { body, headers } = photoForm(bytes);
    return send(url, { method: 'POST', path: `/tickets/${ticket}/photos`, token: wanda, body, headers });
  };
  const answered = (path: string) =>
    instances.map(
      (instance) =>
        instance
          .output()
          .split('\n')
          .filter((line) => line.includes(`"path":"${path}"`)).length,
    );

  it('rate limits count by the client address that nginx sets, whatever the client sends', async () => {
    const login = (ip: string) =>
      fetch(`${url}/auth/login`, { method: 'POST', body: '{}', headers: { 'x-forwarded-for': ip, forwarded: `for=${ip}` } });
    const statuses: number[] = [];
    for (let i = 0; i < 15; i++) statuses.push((await login(`203.0.113.${i}`)).status);
    // The admin signed in above, from the same address.
    assert.deepEqual(
      [statuses.filter((status) => status === 400).length, statuses.filter((status) => status === 429).length],
      [9, 6],
    );
  });

  it('requests are distributed over all three instances', async () => {
    for (let i = 0; i < 30; i++) await send(url, { method: 'GET', path: '/ping' }, noKeepAliveAgent);
    await waitFor(() => answered('/ping').every((n) => n >= 8));
  });

  it('a ticket goes from creation to closing behind nginx, with a photo that returns the same bytes', async () => {
    const { id } = await newTicket();
    for (const op of ['take', 'start']) await job(wanda, 'PATCH', `/tickets/${id}/${op}`);
    const bytes = photo('jpeg', 3_000_000);
    assert.equal((await upload(id, bytes)).status, 201);
    const { items } = await job(anna, 'GET', `/tickets/${id}/photos`);
    const fetched = await fetch(items[0].url);
    assert(Buffer.from(await fetched.arrayBuffer()).equals(bytes));
    await job(wanda, 'PATCH', `/tickets/${id}/done`);
    assert.equal((await job(anna, 'PATCH', `/tickets/${id}/confirm`)).status, 'closed');
  });

  it('an upload that is too large returns the error envelope, whether nginx or the service refuses it', async () => {
    const { id } = await newTicket();
    for (const op of ['take', 'start']) await job(wanda, 'PATCH', `/tickets/${id}/${op}`);
    for (const size of [10_485_761, 20_000_000]) {
      const { status, body } = await upload(id, photo('jpeg', size));
      assert.deepEqual([status, Object.keys(body)], [400, ['error']]);
    }
  });

  it('GET /ext/live sends a change that another instance made without a delay', async () => {
    const stop = new AbortController();
    const headers = { authorization: `Bearer ${anna}` };
    // One stream on each instance, since nginx goes round.
    const streams = await Promise.all(
      instances.map(async () => {
        const response = await fetch(`${url}/ext/live`, { headers, signal: stop.signal });
        assert.equal(response.status, 200);
        const heard = { text: '' };
        void (async () => {
          for await (const chunk of response.body ?? []) heard.text += Buffer.from(chunk).toString();
        })().catch(() => {});
        return heard;
      }),
    );
    await waitFor(() => streams.every(({ text }) => text.includes('event: hello')));
    const { id } = await newTicket();
    await waitFor(() => streams.every(({ text }) => text.includes(`{"ids":[${id}]}`)));
    stop.abort();
    await waitFor(() => answered('/ext/live').every((n) => n > 0) || answered('/ext/live').reduce((a, b) => a + b) === 0);
  });

  it('requests are logged and answered with the request id that nginx set', async () => {
    const response = await fetch(`${url}/nope`, { headers: { 'x-request-id': 'made-up-by-the-client' } });
    const id = response.headers.get('x-request-id') ?? '';
    assert.match(id, /^[\da-f]{32}$/);
    await waitFor(() => instances.some((instance) => instance.output().includes(`"reqId":"${id}"`)));
  });

  it('requests over TLS return an HSTS header, and plain HTTP redirects to HTTPS', async () => {
    const call = (path: string) =>
      new Promise<{ status: number; text: string; hsts: unknown }>((resolve, reject) => {
        requestTls(`${nginx.tlsUrl}${path}`, { ca: nginx.certificate }, async (answer) =>
          resolve({
            status: answer.statusCode ?? 0,
            text: await text(answer),
            hsts: answer.headers['strict-transport-security'],
          }),
        )
          .on('error', reject)
          .end();
      });
    const { status, text: body, hsts } = await call('/ping');
    assert.deepEqual([status, body, hsts], [200, '{"message":"pong"}', 'max-age=31536000']);
    const redirected = await fetch(`${nginx.redirectUrl}/app/?x=1`, { redirect: 'manual' });
    assert.equal(redirected.status, 301);
    assert.match(redirected.headers.get('location') ?? '', /^https:\/\/127\.0\.0\.1\/app\/\?x=1$/);
    assert.equal((await call('/metrics')).status, 200, 'from loopback');
  });

  it('JSON and csv are compressed behind nginx, and live updates are not', async () => {
    const read = (path: string, encoding: string) =>
      fetch(`${url}${path}`, { headers: { authorization: `Bearer ${anna}`, 'accept-encoding': encoding } });
    for (const path of ['/swagger/json', '/ext/tickets?limit=100', '/ext/tickets.csv']) {
      const [plain, packed] = [await read(path, 'identity'), await read(path, 'gzip')];
      const text = await plain.text();
      assert.equal(await packed.text(), text, path);
      if (text.length > 1_024) assert.equal(packed.headers.get('content-encoding'), 'gzip', path);
    }
    const live = await read('/ext/live', 'gzip');
    assert.deepEqual([live.status, live.headers.get('content-encoding')], [200, null]);
    await live.body?.cancel();
  });
});

it('nginx returns the error envelope when no instance runs', { skip: missingNginx() ?? false }, async () => {
  const nginx = await startNginx([1, 2]);
  after(() => nginx.stop());
  const response = await fetch(`${nginx.url}/tickets`);
  assert.deepEqual([response.status, Object.keys((await response.json()) as object)], [503, ['error']]);
  const { headers } = response;
  assert.deepEqual([headers.get('content-type'), headers.get('retry-after')], ['application/json', '5']);
  const page = await fetch(`${nginx.url}/app/`, { headers: { accept: 'text/html,*/*;q=0.8' } });
  assert.deepEqual(
    [page.status, page.headers.get('content-type'), page.headers.get('retry-after')],
    [503, 'text/html; charset=utf-8', '5'],
  );
  assert.match(await page.text(), /Callout is starting/);
});

it('a rolling restart behind nginx fails no request', {
  skip: missingNginx() ?? false,
  timeout: 180_000,
}, async () => {
  assertPassed(await runRollingRestarts({ ...shortRun(1), requestsPerSecond: 60, proxyKind: 'nginx' }));
});
