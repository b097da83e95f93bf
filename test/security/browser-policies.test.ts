import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import { buildApp } from '../../src/app.ts';
import { consoleRoutes } from '../../src/appliance/console/routes.ts';
import { loadConfig } from '../../src/platform/config/config.ts';
import { openMetrics } from '../../src/platform/metrics/metrics.ts';
import { openStorage } from '../../src/platform/storage/open-storage.ts';
import { Fixtures, secret } from '../../testing/fixtures.ts';

const fixtures = await Fixtures.create();

/** An application with other settings over the same data. */
async function appWith(settings: Record<string, string>) {
  const config = loadConfig({ JWT_SECRET: secret, DATA_DIR: fixtures.deps.config.dataDir, ...settings });
  const app = await buildApp({ ...fixtures.deps, config, metrics: openMetrics() });
  after(() => app.close());
  return app;
}

const overTls = { 'x-forwarded-proto': 'https' };
const headersOf = async (app: FastifyInstance, url: string, headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
  (await app.inject({ url, headers, remoteAddress })).headers;

it('answers over TLS have Strict-Transport-Security for a year when PUBLIC_URL is https', async () => {
  const app = await appWith({ PUBLIC_URL: 'https://callout.example.com' });
  for (const url of ['/ping', '/auth/me', '/nope', '/app/', '/health/live']) {
    assert.equal((await headersOf(app, url, overTls))['strict-transport-security'], 'max-age=31536000', url);
    // RFC 6797, 7.2: not over a connection without TLS.
    for (const headers of [{}, { 'x-forwarded-proto': 'http' }])
      assert.equal((await headersOf(app, url, headers))['strict-transport-security'], undefined, url);
    const forged = await headersOf(app, url, overTls, '203.0.113.9');
    assert.equal(forged['strict-transport-security'], undefined, 'only a trusted proxy can say so');
  }
});

it('answers have no Strict-Transport-Security when PUBLIC_URL is not https', async () => {
  for (const PUBLIC_URL of ['', 'http://callout.example.com']) {
    const app = await appWith({ PUBLIC_URL });
    assert.equal((await headersOf(app, '/ping', overTls))['strict-transport-security'], undefined, PUBLIC_URL);
  }
});

it('answers deny camera, microphone and location to pages, and only the console may use the camera', async () => {
  for (const [url, camera] of [
    ['/ping', '()'],
    ['/nope', '()'],
    ['/app/', '(self)'],
  ] as const) {
    const policy = String((await headersOf(fixtures.app, url, { accept: 'text/html' }))['permissions-policy']);
    for (const feature of [`camera=${camera}`, 'microphone=()', 'geolocation=()'])
      assert(policy.includes(feature), `${url} ${feature}`);
    assert(!policy.includes('bluetooth'), 'Chrome logs an error on each page for a feature that it does not know');
  }
});

const securityTxt = '/.well-known/security.txt';

it('GET /.well-known/security.txt names SECURITY_CONTACT, a date of expiry within a year, and its own address', async () => {
  const settings = { SECURITY_CONTACT: 'mailto:security@example.com', PUBLIC_URL: 'https://callout.example.com' };
  const app = await appWith(settings);
  const { statusCode, payload, headers } = await app.inject(securityTxt);
  assert.deepEqual([statusCode, headers['content-type']], [200, 'text/plain; charset=utf-8']);
  const [contact, expires = '', canonical, end, ...more] = payload.split('\n');
  assert.equal(contact, 'Contact: mailto:security@example.com');
  const [, date = ''] = /^Expires: (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/.exec(expires) ?? [];
  const lifetimeDays = (Date.parse(date) - fixtures.now.getTime()) / 86_400_000;
  assert(lifetimeDays > 30 && lifetimeDays < 365, expires);
  assert.equal(canonical, 'Canonical: https://callout.example.com/.well-known/security.txt');
  assert.deepEqual([end, more], ['', []]);
  assert.equal((await fixtures.call(undefined, 'GET', securityTxt)).status, 404, 'without SECURITY_CONTACT');
});

// Where the content security policy of the console lets photos come from, and which files are the console's.

const root = mkdtempSync(join(tmpdir(), 'callout-policy-'));
writeFileSync(join(root, 'index.html'), '<!doctype html>');
after(() => rmSync(root, { recursive: true }));

async function imageSources(settings: Record<string, string>): Promise<string | undefined> {
  const app = Fastify();
  await consoleRoutes(app, await openStorage(loadConfig({ JWT_SECRET: secret, ...settings })), root);
  const { headers } = await app.inject({ url: '/app/', headers: { accept: 'text/html' } });
  await app.close();
  return /img-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1];
}

it('pages of the console are there for what takes everything, missing files are not, and / is for browsers', async () => {
  const app = Fastify();
  await consoleRoutes(app, await openStorage(loadConfig({ JWT_SECRET: secret })), root);
  const statusOf = async (url: string, accept?: string) =>
    (await app.inject({ url, headers: accept === undefined ? {} : { accept } })).statusCode;
  for (const accept of [undefined, '*/*']) {
    assert.deepEqual(
      [await statusOf('/app/tickets/1', accept), await statusOf('/app/logo.png', accept)],
      [200, 404],
      String(accept),
    );
  }
  assert.deepEqual([await statusOf('/app/tickets/1', 'application/json'), await statusOf('/', '*/*')], [404, 404]);
  assert.deepEqual([await statusOf('/app/tickets/1', 'text/html'), await statusOf('/', 'text/html')], [200, 302]);
  await app.close();
});

it('the console shows photos of this origin only when they are local files', async () => {
  assert.equal(await imageSources({}), "'self' blob:");
});

it('the console shows photos of its own bucket only, on AWS and on other servers', async () => {
  const bucket = { S3_BUCKET: 'callout-photos', S3_REGION: 'eu-central-1' };
  const minio = { ...bucket, S3_ENDPOINT: 'https://s3.example.com:9000' };
  for (const [settings, source] of [
    [bucket, 'https://callout-photos.s3.eu-central-1.amazonaws.com/photos/'],
    [{ ...bucket, S3_REGION: '' }, 'https://callout-photos.s3.us-east-1.amazonaws.com/photos/'],
    [{ ...bucket, S3_FORCE_PATH_STYLE: 'true' }, 'https://s3.eu-central-1.amazonaws.com/callout-photos/photos/'],
    [minio, 'https://callout-photos.s3.example.com:9000/photos/'],
    [{ ...minio, S3_FORCE_PATH_STYLE: 'true' }, 'https://s3.example.com:9000/callout-photos/photos/'],
  ] as const)
    assert.equal(await imageSources(settings), `'self' blob: ${source}`, JSON.stringify(settings));
});

it('a script that was built after the start is served, and nothing else that is new', async () => {
  const app = Fastify();
  await consoleRoutes(app, await openStorage(loadConfig({ JWT_SECRET: secret })), root);
  const statusOf = async (path: string): Promise<number> => (await app.inject({ url: `/app/${path}` })).statusCode;
  assert.equal(await statusOf('assets/main-new.js'), 404);
  mkdirSync(join(root, 'assets'), { recursive: true });
  writeFileSync(join(root, 'assets', 'main-new.js'), 'export {};');
  writeFileSync(join(root, 'notes.txt'), 'not for the web');
  assert.equal(await statusOf('assets/main-new.js'), 200);
  for (const path of ['notes.txt', 'assets/../notes.txt', 'assets/%2e%2e/notes.txt', 'assets/.'])
    assert.equal(await statusOf(path), 404, path);
  await app.close();
});
