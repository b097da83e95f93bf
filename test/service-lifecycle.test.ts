import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import Fastify from 'fastify';
import pino from 'pino';
import { loadConfig } from '../src/platform/config/config.ts';
import { closeGracefully, registerGracefulShutdown } from '../src/platform/http/graceful-shutdown.ts';
import { createFirstAdmin } from '../src/product/identity/users/first-admin.ts';
import { connectDatabase } from '../src/service/connect-database.ts';
import { isExpected, warnAboutSettings } from '../src/service/run.ts';
import { Fixtures, password, secret } from '../testing/fixtures.ts';
import { freePort } from '../testing/free-port.ts';
import { databaseUrl } from '../testing/test-database.ts';

describe('warnings about settings', () => {
  const warnings = (settings: Record<string, string>): string[] => {
    const lines: string[] = [];
    const log = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line).msg) });
    warnAboutSettings(loadConfig({ JWT_SECRET: secret, ...settings }), log);
    return lines;
  };
  const PUBLIC_URL = 'http://callout.example.com';
  const mail = { SMTP_HOST: '127.0.0.1', MAIL_FROM: 'callout@example.com' };
  const bot = { MESSENGER_BOT_TOKEN: '100:secret' };
  const relay = { SMTP_HOST: 'mail.example.com', PUBLIC_URL };
  const https = { PUBLIC_URL: 'https://callout.example.com' };
  const secure = { ...https, COOKIE_SECURE: 'true' };
  const bucket = { S3_BUCKET: 'photos', S3_ENDPOINT: 'http://127.0.0.1:9', S3_ACCESS_KEY_ID: 'x', S3_SECRET_ACCESS_KEY: 'y' };
  const unnamed = /^PUBLIC_URL is not set: links in mails and messages begin with http:\/\/localhost:\d+$/;

  for (const [what, settings, warning] of [
    ['no setting', {}, undefined],
    ['a short JWT_SECRET', { JWT_SECRET: 'short' }, /^JWT_SECRET is shorter than 32/],
    ['SMTP_HOST without PUBLIC_URL', mail, unnamed],
    ['a bot without PUBLIC_URL', bot, unnamed],
    ['SMTP_HOST and a bot with PUBLIC_URL', { ...mail, ...bot, PUBLIC_URL }, undefined],
    ['an https PUBLIC_URL without COOKIE_SECURE', https, /^PUBLIC_URL is https, but COOKIE_SECURE is not true/],
    ['an https PUBLIC_URL with COOKIE_SECURE', secure, undefined],
    [
      'COOKIE_SECURE and an http PUBLIC_URL',
      { PUBLIC_URL, COOKIE_SECURE: 'true' },
      /^COOKIE_SECURE is true, but PUBLIC_URL is http/,
    ],
    ['an http S3_ENDPOINT and an https PUBLIC_URL', { ...secure, ...bucket }, /^PUBLIC_URL is https, but S3_ENDPOINT is http/],
    ['a relay that may get mails unencrypted', relay, /^mails go unencrypted if the mail server offers no STARTTLS/],
    ['a relay with SMTP_REQUIRE_TLS', { ...relay, SMTP_REQUIRE_TLS: 'true' }, undefined],
  ] as [string, Record<string, string>, RegExp | undefined][]) {
    it(`a start with ${what} warns ${warning ? 'once' : 'of nothing'}`, () => {
      const lines = warnings(settings);
      assert.equal(lines.length, warning ? 1 : 0, lines.join('\n'));
      if (warning) assert.match(lines[0] ?? '', warning);
    });
  }
});

describe('createFirstAdmin', async () => {
  const fixtures = await Fixtures.create();
  const admins = () => fixtures.db.read.selectFrom('users').select('email').where('role', '=', 'admin').execute();
  const create = (email: string) => createFirstAdmin(fixtures.db, { email, password }, fixtures.now);
  const setRoles = (role: 'admin' | 'worker') =>
    fixtures.transaction((tx) => tx.updateTable('users').set({ role }).where('id', '=', fixtures.root.id).execute());

  it('of three instances that start together one creates the admin, and a later start changes nothing', async () => {
    assert.equal(await create('first@example.com'), false, 'there is root');
    await setRoles('worker');
    const created = await Promise.all([1, 2, 3].map(() => create('First@Example.com')));
    assert.deepEqual(created.sort(), [false, false, true]);
    assert.equal(await create('second@example.com'), false);
    assert.deepEqual(await admins(), [{ email: 'First@Example.com' }]);
    const login = { email: 'first@example.com', password };
    assert.equal((await fixtures.call(undefined, 'POST', '/auth/login', login)).status, 200);
  });

  it('an address of an account that is no admin is refused', async () => {
    await fixtures.transaction((tx) => tx.updateTable('users').set({ role: 'worker' }).where('role', '=', 'admin').execute());
    await assert.rejects(create(fixtures.anna.email), /ADMIN_EMAIL belongs to an account that is no admin/);
    await setRoles('admin');
  });
});

it('a database that does not respond or does not exist is named', async () => {
  const missing = new URL(databaseUrl('postgres'));
  missing.pathname = '/callout_missing';
  for (const [url, message] of [
    [`postgres://callout@127.0.0.1:${await freePort()}/callout`, /^Error: DATABASE_URL: .*ECONNREFUSED/],
    [missing.href, /^Error: DATABASE_URL: .*does not exist/],
  ] as const) {
    const config = loadConfig({ JWT_SECRET: secret, DATABASE_URL: url, DATABASE_START_TIMEOUT: '1s' });
    await assert.rejects(connectDatabase(config, pino({ level: 'silent' })), message);
  }
});

describe('errors of a start', () => {
  it('errors of the service, of PostgreSQL and of the operating system are expected, bugs are not', () => {
    const withCode = (code: string) => Object.assign(new Error('x'), { code });
    for (const error of [new Error('DATABASE_URL: no such host'), withCode('EADDRINUSE')]) assert.equal(isExpected(error), true);
    for (const error of [new TypeError('x is not a function'), withCode('FST_ERR_X'), withCode('ERR_INVALID_ARG_TYPE')])
      assert.equal(isExpected(error), false);
  });

  /** Starts a service that fails while it prepares its database. @param error as an expression */
  function failedStart(error: string): { status: number | null; stdout: string; stderr: string } {
    const code = `
      const { loadConfig } = await import('./src/platform/config/config.ts');
      const { runService } = await import('./src/service/run.ts');
      const config = loadConfig({ JWT_SECRET: 'a secret for the tests, long enough' });
      await runService(Object.defineProperty(config, 'databaseUrl', { get() { throw ${error}; } }));`;
    const args = ['--input-type=module', '-e', code];
    return spawnSync(process.execPath, args, { cwd: join(import.meta.dirname, '..'), encoding: 'utf8' });
  }

  it('an unexpected error is logged with its stack, an expected one is one line', () => {
    const bug = failedStart("new TypeError('x is not a function')");
    assert.deepEqual([bug.status, bug.stderr], [1, 'callout: x is not a function\n']);
    const { level, err } = JSON.parse(bug.stdout);
    assert.equal(level, 60);
    assert.match(err.stack, /\n\s+at /);
    const { status, stdout, stderr } = failedStart("new Error('DATABASE_URL: no such host')");
    assert.deepEqual([status, stdout, stderr], [1, '', 'callout: DATABASE_URL: no such host\n']);
  });
});

/** Sends one request on a connection of its own when it is told to, and returns how it ended. */
const clientScript = `
  const { parentPort, workerData } = require('node:worker_threads');
  const net = require('node:net');
  const { port, signal } = workerData;
  const state = new Int32Array(signal);
  parentPort.postMessage('ready');
  Atomics.wait(state, 0, 0);
  const socket = net.connect(port, '127.0.0.1', () => {
    socket.write('PATCH /tickets HTTP/1.1\\r\\nhost: a\\r\\ncontent-length: 0\\r\\n\\r\\n', () => Atomics.store(state, 0, 2));
  });
  let answer = '';
  socket.on('data', (chunk) => { answer += chunk; });
  socket.on('error', (error) => { answer += error.code; });
  socket.on('close', () => parentPort.postMessage(answer.split('\\r\\n')[0]));
`;

it('a request that arrives during the last busy turn before the listener is closed is answered', async () => {
  const app = Fastify();
  registerGracefulShutdown(app);
  app.patch('/tickets', async () => ({ ok: true }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const state = new Int32Array(new SharedArrayBuffer(4));
  const client = new Worker(clientScript, { eval: true, workerData: { port, signal: state.buffer } });
  const messages: string[] = [];
  client.on('message', (message) => messages.push(message));
  while (messages.length === 0) await new Promise(setImmediate);
  const ended = new Promise((resolve) => client.once('exit', resolve));

  /** The event loop of the service is busy until the client has sent its request. */
  function beBusy(): void {
    Atomics.store(state, 0, 1);
    Atomics.notify(state, 0);
    while (Atomics.load(state, 0) !== 2);
  }
  // The second turn is the first one in which the listener could be closed.
  setImmediate(() => setImmediate(beBusy));
  await closeGracefully(app, 5_000);
  await ended;
  assert.deepEqual(messages, ['ready', 'HTTP/1.1 200 OK']);
});
