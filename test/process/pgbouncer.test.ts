import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import pino from 'pino';
import { loadConfig } from '../../src/platform/config/config.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { NotificationListener, notify } from '../../src/platform/database/listen.ts';
import { connectDatabase } from '../../src/service/connect-database.ts';
import { missingPgBouncer, type Options, startPgBouncer } from '../../testing/pgbouncer.ts';
import { send, signIn, startService, stopService } from '../../testing/start-service.ts';
import { createEmptyDatabase } from '../../testing/test-database.ts';
import { waitFor } from '../../testing/wait.ts';

// The service behind a real PgBouncer, with its default settings.

const skip = missingPgBouncer() ?? false;
const log = pino({ level: 'silent' });
const [email, password] = ['root@example.com', 'correct-horse-1'];

/** An empty database whose time zone is not UTC, and a pooler in front of it. */
async function pooled(options: Options): Promise<{ url: string; direct: string }> {
  const { url: direct, drop } = await createEmptyDatabase();
  const client = new pg.Client({ connectionString: direct });
  await client.connect();
  const name = pg.escapeIdentifier(new URL(direct).pathname.slice(1));
  await client.query(`alter database ${name} set timezone = 'Europe/Berlin'`);
  await client.end();
  const pooler = await startPgBouncer(direct, options);
  after(async () => {
    await pooler.stop();
    await drop();
  });
  return { url: pooler.url, direct };
}

/** The ids of tickets that the stream of live updates has named so far. */
async function openStream(url: string, token: string, signal: AbortSignal): Promise<number[]> {
  const ids: number[] = [];
  const response = await fetch(`${url}/ext/live`, { headers: { authorization: `Bearer ${token}` }, signal });
  assert.equal(response.status, 200);
  const read = async (): Promise<void> => {
    for await (const chunk of response.body ?? [])
      for (const [, data = '{}'] of Buffer.from(chunk)
        .toString()
        .matchAll(/event: tickets\ndata: (.*)\n/g))
        ids.push(...((JSON.parse(data) as { ids?: number[] }).ids ?? []));
  };
  read().catch(() => {}); // aborted at the end
  return ids;
}

describe('PgBouncer in session mode', { skip, timeout: 120_000 }, () => {
  it('the service starts, writes, returns correct times and sends live updates through PgBouncer in session mode', async () => {
    const { url: databaseUrl } = await pooled({ mode: 'session' });
    const env = { DATABASE_URL: databaseUrl, ADMIN_EMAIL: email, ADMIN_PASSWORD: password, LOG_LEVEL: 'warn' };
    const service = await startService({ env });
    const streaming = new AbortController();
    try {
      const { url } = service;
      const root = await signIn(url, email, password);
      const anna = { email: 'anna@example.com', name: 'Anna', password, role: 'client' };
      assert.equal((await send(`${url}/users`, 'POST', root, anna)).status, 201);
      const token = await signIn(url, anna.email, password);
      const { body: project } = await send(`${url}/projects`, 'POST', token, { name: 'Tower' });
      const place = { name: 'Lobby', address: 'Hill street 1' };
      const { body: object } = await send(`${url}/projects/${project.id}/objects`, 'POST', token, place);
      const told = await openStream(url, token, streaming.signal);
      const request = { category: 'electric', description: 'The lamp is dark', object_id: object.id };
      const { status, body: ticket } = await send(`${url}/tickets`, 'POST', token, request);
      assert.equal(status, 201);
      const age = Date.now() - Date.parse(ticket.created_at);
      assert(age > -60_000 && age < 60_000, `${ticket.created_at} is shifted`);
      await waitFor(() => told.includes(ticket.id), 20_000);
      const ready = await send(`${url}/health/ready`, 'GET');
      assert.equal(ready.status, 200, JSON.stringify(ready.body));
    } finally {
      streaming.abort();
      assert.equal(await stopService(service), 0, service.output());
    }
    const errors = service.output().match(/.*"level":[56]0.*/g) ?? [];
    assert.deepEqual(
      errors.filter((line) => !line.includes('timeout exceeded when trying to connect')), // as on a busy machine
      [],
    );
  });

  it('a notification reaches a listening connection through PgBouncer in session mode', async () => {
    const { url } = await pooled({ mode: 'session' });
    const [notifications, db] = [
      new NotificationListener({ connectionString: url }, log),
      openDatabase({ connectionString: url }, log),
    ];
    try {
      let heard = 0;
      notifications.on('bots', () => heard++);
      await waitFor(() => heard === 1); // once after each connect
      await db.transaction((tx) => notify(tx, 'bots'));
      await waitFor(() => heard === 2);
    } finally {
      await notifications.close();
      await db.close();
    }
  });
});

describe('PgBouncer in other modes', { skip, timeout: 120_000 }, () => {
  /** A start and the commands connect in this way. */
  const assertRefused = (url: string): Promise<void> => {
    const config = loadConfig({ DATABASE_URL: url, JWT_SECRET: 'a secret for the tests, long enough' });
    return assert.rejects(connectDatabase(config, log), /^Error: DATABASE_URL: .*(pool_mode = session|statement pooling)/);
  };

  for (const mode of ['transaction', 'statement'] as const) {
    it(`a start through PgBouncer in ${mode} mode is refused, and nothing is written`, async () => {
      const { url, direct } = await pooled({ mode });
      await assertRefused(url);
      const client = new pg.Client({ connectionString: direct });
      await client.connect();
      const { rowCount } = await client.query(`select from pg_tables where schemaname = 'public'`);
      await client.end();
      assert.equal(rowCount, 0);
    });
  }

  it('a start is refused in transaction mode when many server connections are used in turn', async () => {
    const { url } = await pooled({ mode: 'transaction', settings: ['server_round_robin = 1'] });
    for (const open of [2, 3, 8]) {
      const clients = Array.from({ length: open }, () => new pg.Client({ connectionString: url }));
      await Promise.all(clients.map((client) => client.connect()));
      await Promise.all(clients.map((client) => client.query('select pg_sleep(0.1)')));
      await Promise.all(clients.map((client) => client.end()));
      await assertRefused(url);
    }
  });
});
