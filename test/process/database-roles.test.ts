import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import pino from 'pino';
import { loadConfig } from '../../src/platform/config/config.ts';
import { connectDatabase, migrateDatabase } from '../../src/service/connect-database.ts';
import { clusterFolder, killCluster } from '../../testing/embedded-cluster.ts';
import { secret } from '../../testing/fixtures.ts';
import { type ServiceProcess, send, signIn, spawnService, startService, stopService } from '../../testing/start-service.ts';
import { createEmptyDatabase, databaseUrl, serviceUrl } from '../../testing/test-database.ts';
import { waitFor } from '../../testing/wait.ts';

// The role that the running service has on its database.

const password = 'correct-horse-1';
const admin = { ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: password };
const insufficientPrivilege = '42501';

async function withClient<T>(target: string | pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(target);
  await client.connect();
  return work(client).finally(() => client.end());
}

/** @returns why a test that needs psql cannot run here */
const missingPsql = (): string | false =>
  spawnSync('psql', ['--version']).status === 0 ? false : 'psql is not installed here (apt-get install postgresql-client)';

/** Creates and reads rows of all kinds that need a privilege: identity columns, counters by trigger, the audit log. */
async function work(url: string): Promise<void> {
  const token = await signIn(url, admin.ADMIN_EMAIL, password);
  const anna = { email: 'anna@example.com', name: 'Anna', password, role: 'client' };
  assert.equal((await send(`${url}/users`, 'POST', token, anna)).status, 201);
  const client = await signIn(url, anna.email, password);
  const { body: project } = await send(`${url}/projects`, 'POST', client, { name: 'Tower' });
  const { body: object } = await send(`${url}/projects/${project.id}/objects`, 'POST', client, {
    name: 'Lobby',
    address: 'Hill 1',
  });
  const report = { object_id: object.id, category: 'other', description: 'The door is stuck' };
  assert.equal((await send(`${url}/tickets`, 'POST', client, report)).status, 201);
  assert.equal((await send(`${url}/tickets`, 'GET', client)).body.total, 1);
  assert.equal((await send(`${url}/projects/${project.id}`, 'DELETE', token)).status, 200);
  assert.equal((await send(`${url}/ext/health`, 'GET', token)).status, 200);
  assert.equal((await fetch(`${url}/health`)).status, 200);
  assert.match(await (await fetch(`${url}/metrics`)).text(), /callout_tickets\{/);
}

/** Asserts that the connections of the service have this role, and what the role cannot do. */
async function checkRole(owner: string | pg.ClientConfig, service: string | pg.ClientConfig): Promise<void> {
  const { rows: connected } = await withClient(owner, (client) =>
    client.query(
      `select distinct usename, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls
       from pg_stat_activity join pg_roles on rolname = usename
       where datname = current_database() and pid <> pg_backend_pid() and application_name not like 'callout lock'`,
    ),
  );
  const none = { rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolreplication: false, rolbypassrls: false };
  assert.deepEqual(connected, [{ usename: 'callout_app', ...none }]);
  await withClient(service, async (client) => {
    const forbidden = [
      "update audit_events set event = 'login_succeeded'",
      `insert into audit_events (id, at, event, actor_name, subject_type, subject_id, subject_name, ip, request_id, detail)
       overriding system value values (1000000, now(), 'login_succeeded', '', '', '', '', '', '', '{}')`,
      'delete from audit_events',
      'truncate audit_events',
      'alter table audit_events disable trigger user',
      "update schema_migrations set checksum = ''",
      'create table stolen (id integer)',
      'alter table users add column backdoor text',
      'truncate tickets',
      "copy users (name) from program 'id'",
      "copy users (name) to '/tmp/users'",
      "select pg_read_file('postgresql.conf')",
      'create role other superuser',
      'alter role callout_app superuser',
      "alter system set log_statement = 'all'",
    ];
    for (const statement of forbidden) {
      await assert.rejects(client.query(statement), { code: insufficientPrivilege }, statement);
    }
    const { rows } = await client.query('select count(*)::int as events from audit_events');
    assert(rows[0].events > 0);
  });
}

describe('role of the service on the embedded server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'callout-roles-'));
  chmodSync(folder, 0o755);
  const data = join(folder, 'data');
  let service: ServiceProcess;
  after(async () => {
    if (service?.child.exitCode === null) await stopService(service);
    killCluster(data);
    rmSync(folder, { recursive: true, force: true });
  });
  const connection = (user: string) => ({ host: clusterFolder(data), user, database: 'callout' });
  const logFile = () => join(dirname(clusterFolder(data)), 'postgres.log');

  it('the service is no superuser of the embedded server and cannot change the audit log or the schema', async () => {
    service = await startService({ env: { DATA_DIR: data, ...admin } });
    await work(service.url);
    await checkRole(connection('callout'), connection('callout_app'));
    const hosts = await withClient(connection('callout'), (client) =>
      client.query("select distinct auth_method from pg_hba_file_rules where type = 'host'"),
    );
    assert.deepEqual(hosts.rows, [{ auth_method: 'reject' }]);
  });

  it('the log of the embedded server holds no values of a refused row', async () => {
    const token = await signIn(service.url, admin.ADMIN_EMAIL, password);
    const twin = { email: 'twin.person@example.com', name: 'Twin', password, role: 'worker' };
    const create = () => send(`${service.url}/users`, 'POST', token, twin);
    const statuses = (await Promise.all(Array.from({ length: 10 }, create))).map(({ status }) => status);
    assert.deepEqual(
      [statuses.filter((status) => status === 201).length, statuses.filter((status) => status === 409).length],
      [1, 9],
    );
    const insert = `insert into users (id, email, email_key, name, role, password_hash, created_at)
      select gen_random_uuid(), email, email_key, name, role, password_hash, created_at from users where email = $1`;
    await withClient(connection('callout_app'), (client) =>
      assert.rejects(client.query(insert, [twin.email]), { code: '23505' }),
    );
    const log = readFileSync(logFile(), 'utf8');
    assert.match(log, /ERROR: {2}duplicate key value violates unique constraint/);
    for (const text of ['twin.person', 'DETAIL', 'STATEMENT', 'insert into']) assert(!log.includes(text), text);
  });

  it('the log of the embedded server is rotated while it runs', async () => {
    const maxBytes = 10 * 1024 * 1024;
    appendFileSync(logFile(), 'x'.repeat(maxBytes + 1));
    await waitFor(() => statSync(logFile()).size < maxBytes, 15_000);
    assert(statSync(`${logFile()}.1`).size > maxBytes);
    await withClient(connection('callout'), (client) => assert.rejects(client.query('select 1 / 0')));
    await waitFor(() => readFileSync(logFile(), 'utf8').includes('division by zero'));
    assert(statSync(logFile()).size < 100_000, 'the server appends to the emptied file');
  });

  it('callout recount works beside the service, as the owner', async () => {
    const run = await spawnService({ env: { JWT_SECRET: secret, DATA_DIR: data }, command: 'recount' });
    assert.equal(await run.ended, 0, run.output());
  });
});

/** Connects and migrates as a start and `callout migrate` do. @returns the lines of warnings */
async function migrateWith(settings: Record<string, string>): Promise<string> {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  const connection = await connectDatabase(loadConfig({ JWT_SECRET: secret, ...settings }), log);
  try {
    await migrateDatabase(connection, log);
    return lines.join('');
  } finally {
    await connection[Symbol.asyncDispose]();
  }
}

describe('role of the service on an external server', async () => {
  const database = await createEmptyDatabase();
  after(() => database.drop());
  const owner = database.url;
  const service = serviceUrl(owner);

  it('a start without MIGRATION_DATABASE_URL names it when the schema is missing', async () => {
    const message = /^permission denied for schema public: [^\n]*set MIGRATION_DATABASE_URL$/;
    await assert.rejects(migrateWith({ DATABASE_URL: service }), { message });
  });

  it('instances that start at once migrate as MIGRATION_DATABASE_URL and work as DATABASE_URL', async () => {
    const env = { DATABASE_URL: service, MIGRATION_DATABASE_URL: owner, ...admin };
    const instances = await Promise.all([1, 2, 3].map(() => startService({ env })));
    await work(instances[0]?.url ?? '');
    await checkRole(owner, service);
    for (const instance of instances) {
      assert.equal(await stopService(instance), 0);
      const warnings = instance.output().match(/.*"level":40.*/g) ?? [];
      const others = warnings.filter((line) => !/a statement was slow|timeout/.test(line)); // as on a busy machine
      assert.deepEqual(others, []);
    }
  });

  it('privileges that were granted by hand are taken back, and a table of the service is reported', async () => {
    const settings = { DATABASE_URL: service, MIGRATION_DATABASE_URL: owner };
    for (const granted of ['all on audit_events, users', 'insert (id) on audit_events']) {
      await withClient(owner, (client) => client.query(`grant ${granted} to callout_app`));
      assert.equal(await migrateWith(settings), '');
      const { rows } = await withClient(owner, (client) =>
        client.query(`select table_name as table, string_agg(privilege_type, ',' order by privilege_type) as privileges
          from information_schema.role_table_grants
          where grantee = 'callout_app' and table_name in ('audit_events', 'users') group by 1 order by 1`),
      );
      assert.deepEqual(rows, [
        { table: 'audit_events', privileges: 'SELECT' },
        { table: 'users', privileges: 'DELETE,INSERT,SELECT,UPDATE' },
      ]);
      const { rows: columns } = await withClient(owner, (client) =>
        client.query(`select attname as column, has_column_privilege('callout_app', attrelid, attnum, 'insert') as inserts
          from pg_attribute where attrelid = 'audit_events'::regclass and attnum > 0`),
      );
      for (const { column, inserts } of columns) assert.equal(inserts, column !== 'id', column);
    }
    await withClient(owner, (client) => client.query('alter table job_results owner to callout_app'));
    assert.match(await migrateWith(settings), /"level":40[^\n]*the role of DATABASE_URL owns tables/);
  });

  it('settings that the role of the service gave itself are removed, or named when the owner may not remove them', async () => {
    const other = await createEmptyDatabase();
    after(async () => {
      await other.drop();
      await withClient(owner, (client) => client.query('drop role if exists callout_test_owner'));
    });
    const name = pg.escapeIdentifier(new URL(other.url).pathname.slice(1));
    const countSettings = () =>
      withClient(other.url, async (client) => {
        const { rows } = await client.query(`select from pg_db_role_setting where setrole = 'callout_app'::regrole`);
        return rows.length;
      });
    const migrateAs = (migrationUrl: string) =>
      migrateWith({ DATABASE_URL: serviceUrl(other.url), MIGRATION_DATABASE_URL: migrationUrl });
    // In this database only: other tests work with the same role on this server.
    const change = `alter role callout_app in database ${name} set default_transaction_read_only = on`;
    await withClient(serviceUrl(other.url), (client) => client.query(change));
    await withClient(other.url, (client) =>
      client.query(`create role callout_test_owner login; alter database ${name} owner to callout_test_owner`),
    );
    const weakOwner = new URL(other.url);
    weakOwner.username = 'callout_test_owner';
    assert.match(await migrateAs(weakOwner.href), /"level":40[^\n]*default_transaction_read_only=on[^\n]*may not remove them/);
    assert.equal(await countSettings(), 1);
    assert.match(await migrateAs(other.url), /"level":40[^\n]*default_transaction_read_only=on[^\n]*were removed/);
    assert.equal(await countSettings(), 0);
    assert.doesNotMatch(await migrateAs(other.url), /were removed/);
  });

  it('deploy/database-role.sql creates the role of the service once, and sets its password', {
    skip: missingPsql(),
  }, async () => {
    const file = join(import.meta.dirname, '..', '..', 'deploy', 'database-role.sql');
    const run = (env: Record<string, string> = {}) =>
      spawnSync('psql', ['--no-psqlrc', '--quiet', `--file=${file}`, `--dbname=${owner}`], {
        env: { PATH: '/usr/bin:/bin', ...env },
        encoding: 'utf8',
      });
    const passwords: string[] = [];
    for (const SERVICE_PASSWORD of ['first', "sec'ond", "sec'ond"]) {
      const { status, stdout, stderr } = run({ SERVICE_PASSWORD });
      assert.deepEqual([status, stdout, stderr], [0, '', '']);
      const { rows } = await withClient(owner, (client) =>
        client.query("select rolpassword, rolsuper, rolcanlogin from pg_authid where rolname = 'callout_app'"),
      );
      assert.deepEqual([rows[0].rolsuper, rows[0].rolcanlogin], [false, true]);
      passwords.push(rows[0].rolpassword);
    }
    assert.match(passwords[0] ?? '', /^SCRAM-SHA-256/);
    assert.equal(new Set(passwords).size, 3);
    assert.notEqual(run().status, 0, 'without a password');
  });

  it('a start refuses a MIGRATION_DATABASE_URL of another database and warns of a superuser', async () => {
    const elsewhere = { DATABASE_URL: service, MIGRATION_DATABASE_URL: databaseUrl('postgres') };
    const message = 'MIGRATION_DATABASE_URL: it leads to another database than DATABASE_URL';
    await assert.rejects(migrateWith(elsewhere), { message });
    assert.match(await migrateWith({ DATABASE_URL: owner }), /"level":40[^\n]*DATABASE_URL is of a superuser/);
  });
});
