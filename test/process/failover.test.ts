import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { FaultProxy } from '../../testing/fault-proxy.ts';
import { findInstalledPostgres, type InstalledServer, startInstalledPostgres } from '../../testing/installed-postgres.ts';
import { type ServiceProcess, send, signIn, spawnService, stopService, waitUntilReady } from '../../testing/start-service.ts';
import { waitFor } from '../../testing/wait.ts';

// A primary, its standby, and a service whose address of the database moves from the one to the other.

const installed = findInstalledPostgres(18);
const email = 'root@example.com';
const password = 'correct-horse-1';

async function run(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

describe('failover to a standby', { skip: installed ? false : 'no PostgreSQL 15, 16 or 17 is installed here' }, () => {
  let primary: InstalledServer;
  let standby: InstalledServer;
  let router: FaultProxy;
  let service: ServiceProcess;
  let token = '';
  before(async () => {
    if (!installed) return;
    primary = await startInstalledPostgres(installed);
    standby = await startInstalledPostgres(installed, primary.url);
    router = await FaultProxy.start(standby.url);
  });
  after(async () => {
    if (service) await stopService(service);
    router?.close();
    await primary?.stop();
    await standby?.stop();
  });
  const createUser = (name: string) =>
    send(`${service.url}/users`, 'POST', token, { email: `${name}@example.com`, name, password, role: 'worker' });
  const statusOf = async (path: string) => (await fetch(`${service.url}${path}`)).status;

  it('a start waits while the address leads to a standby, says so, and goes on at the primary', async () => {
    service = await spawnService({
      env: { JWT_SECRET: 'x'.repeat(32), DATABASE_URL: router.url, ADMIN_EMAIL: email, ADMIN_PASSWORD: password },
    });
    await waitFor(() => service.output().includes('"reason":"the server is a standby, which accepts no writes"'), 60_000);
    router.redirect(primary.url);
    await waitUntilReady(service);
    token = await signIn(service.url, email, password);
    assert.equal((await createUser('first')).status, 201);
  });

  it('GET /health/ready is 200 and GET /health names writes while no commit ends', async () => {
    await run(primary.url, "alter system set synchronous_standby_names = 'nobody'", 'select pg_reload_conf()');
    await waitFor(async () => (await statusOf('/health')) === 503, 30_000);
    const { status, body } = await send(`${service.url}/health`, 'GET');
    assert.deepEqual([status, body], [503, { error: 'not ready: writes unavailable' }]);
    assert.equal(await statusOf('/health/ready'), 200);
    await run(
      primary.url,
      'set synchronous_commit = local',
      'alter system reset synchronous_standby_names',
      'select pg_reload_conf()',
    );
    await waitFor(async () => (await statusOf('/health')) === 200, 30_000);
  });

  it('writes and reads move to the new primary although the connections to the former one are open', async () => {
    const admin = new pg.Client({ connectionString: primary.url });
    await admin.connect();
    const { rows } = await admin.query('select pg_current_wal_lsn() as position');
    await waitFor(async () => {
      const client = new pg.Client({ connectionString: standby.url });
      await client.connect();
      const replayed = await client.query('select pg_last_wal_replay_lsn() >= $1::pg_lsn as done', [rows[0].position]);
      await client.end();
      return replayed.rows[0].done;
    }, 30_000);
    await run(standby.url, 'select pg_promote()');
    router.redirect(standby.url);
    // As a primary that was demoted without a restart: its sessions stay, and refuse to write.
    await admin.query('alter system set default_transaction_read_only = on');
    await admin.query('select pg_reload_conf()');
    await waitFor(
      async () => (await admin.query('show default_transaction_read_only')).rows[0].default_transaction_read_only === 'on',
    );
    await admin.end();

    const names = Array.from({ length: 20 }, (_, i) => `after${i}`);
    const answers = await Promise.all(names.map(createUser));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
    await primary.halt();
    const { body } = await send(`${service.url}/users?q=after&limit=100`, 'GET', token);
    assert.equal(body.total, names.length);
    assert.equal(await statusOf('/health/ready'), 200);
  });

  it('requests without a primary are refused with Retry-After, and readiness follows in both directions', async () => {
    await standby.halt();
    const answer = await fetch(`${service.url}/users`, { headers: { authorization: `Bearer ${token}` } });
    assert.deepEqual([answer.status, await answer.json()], [500, { error: 'db unavailable' }]);
    assert.equal(answer.headers.get('retry-after'), '2');
    await waitFor(async () => (await statusOf('/health/ready')) === 503, 30_000);
    await standby.start();
    await waitFor(async () => (await createUser('last')).status !== 500, 30_000);
    await waitFor(async () => (await statusOf('/health/ready')) === 200, 30_000);
  });
});
