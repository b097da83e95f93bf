import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import pg from 'pg';
import { LocalBundles } from '../../src/platform/storage/local-bundles.ts';
import { withBundle } from '../../src/product/reporting/archive/bundle-reader.ts';
import { checkBundle, readManifest } from '../../src/product/reporting/archive/verify-bundle.ts';
import { startService, stopService } from '../../testing/start-service.ts';
import { cloneDatabase } from '../../testing/test-database.ts';
import { waitFor } from '../../testing/wait.ts';
import { temporaryFolder } from './archive-fixtures.ts';

const projects = 4;
const ticketsPerProject = 5;
const tickets = projects * ticketsPerProject;

const database = await cloneDatabase();
const client = new pg.Client({ connectionString: database.url });
await client.connect();
after(async () => {
  await client.end();
  await database.drop();
});
await client.query(`
  insert into users (email, email_key, name, role, password_hash, confirmed_at, created_at)
    values ('anna@example.com', 'anna@example.com', 'anna', 'client', '', '2026-01-01', '2026-01-01');
  insert into projects (client_id, name, created_at) select id, 'Tower ' || n, '2026-01-01' from users, generate_series(1, ${projects}) as n;
  insert into objects (project_id, name, address, created_at) select id, 'Lobby', 'Hill street 1', '2026-01-01' from projects;
  insert into tickets (status, category, priority, description, address, project_id, object_id, client_id, created_at, closed_at)
    select 'closed', 'other', 'normal', 'The lamp is dark', o.address, p.id, o.id, p.client_id, '2026-01-01', timestamptz '2026-01-02' + n * interval '1 second'
    from objects o join projects p on p.id = o.project_id, generate_series(1, ${ticketsPerProject}) as n;
  insert into ticket_events (ticket_id, action, from_status, to_status, actor_name, created_at)
    select t.id, e.action::ticket_action, null, 'closed', 'anna', '2026-01-02' from tickets t, (values ('created'), ('canceled')) as e (action)`);

async function count(table: string): Promise<number> {
  const { rows } = await client.query<{ n: string }>(`select count(*) as n from ${table}`);
  return Number(rows[0]?.n);
}

it('a service that is killed while it archives, and started again, loses no ticket', { timeout: 120_000 }, async () => {
  const DATA_DIR = temporaryFolder();
  const env = { DATABASE_URL: database.url, DATA_DIR, ARCHIVE: 'true', LOG_LEVEL: 'error' };
  const bundles = new LocalBundles(DATA_DIR);
  const keys = () => Array.fromAsync(bundles.keys());
  const killed = await startService({ env });
  await waitFor(async () => (await keys()).length > 0, 60_000);
  killed.child.kill('SIGKILL');
  await killed.ended;
  const service = await startService({ env });
  await waitFor(async () => (await count('tickets')) === 0, 60_000);
  assert.equal(await stopService(service), 0, service.output());

  const { rows } = await client.query<{ storage_key: string }>('select storage_key from pending_file_deletions');
  const unfinished = new Set(rows.map(({ storage_key }) => storage_key));
  const archived: number[] = [];
  for (const key of (await keys()).filter((one) => !unfinished.has(one))) {
    assert.deepEqual((await checkBundle(bundles, key, true)).faults, []);
    archived.push(...(await withBundle(bundles, key, async (bundle) => (await readManifest(bundle, key)).tickets)));
  }
  assert.deepEqual(
    archived.toSorted((a, b) => a - b),
    Array.from({ length: tickets }, (_, i) => i + 1),
    'each ticket is in one bundle that counts',
  );
});
