import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import pg from 'pg';
import { password } from '../../testing/fixtures.ts';
import { signIn, startService, stopService } from '../../testing/start-service.ts';
import { cloneDatabase } from '../../testing/test-database.ts';
import { waitFor } from '../../testing/wait.ts';

// Retention of many tickets while others work. RETENTION_TICKETS=100000 makes it the long run.

const tickets = Number(process.env['RETENTION_TICKETS'] ?? 10_000);
const requestsPerSecond = 100;
const email = 'root@example.com';

const database = await cloneDatabase();
const client = new pg.Client({ connectionString: database.url });
await client.connect();
after(async () => {
  await client.end();
  await database.drop();
});
await client.query(`
  insert into users (email, email_key, name, role, password_hash, confirmed_at, created_at)
    select name || '@example.com', name || '@example.com', name, 'client', '', '2026-01-01', '2026-01-01' from (values ('anna'), ('boris')) as v (name);
  insert into projects (client_id, name, created_at) select id, 'Tower', '2026-01-01' from users;
  insert into objects (project_id, name, address, created_at) select id, 'Lobby', 'Hill street 1', '2026-01-01' from projects;
  insert into tickets (status, category, priority, description, address, project_id, object_id, client_id, created_at, closed_at)
    select 'closed', 'other', 'normal', 'The lamp is dark', o.address, p.id, o.id, p.client_id, '2026-01-01', timestamptz '2026-01-02' + n * interval '1 second'
    from objects o join projects p on p.id = o.project_id, generate_series(1, ${tickets / 2}) as n;
  insert into ticket_events (ticket_id, action, from_status, to_status, actor_name, created_at)
    select t.id, e.action::ticket_action, 'new', 'closed', 'anna', '2026-01-02' from tickets t, (values ('created'), ('assigned'), ('started'), ('done'), ('confirmed')) as e (action);
  insert into ticket_photos (ticket_id, storage_key, content_type, original_name, size_bytes, uploader_name, created_at)
    select id, md5(id::text), 'image/jpeg', 'lamp.jpg', 1, 'wanda', '2026-01-02' from tickets`);

async function count(table: string): Promise<number> {
  const { rows } = await client.query<{ n: string }>(`select count(*) as n from ${table}`);
  return Number(rows[0]?.n);
}

it('removing many old tickets causes no errors in concurrent requests', { timeout: 600_000 }, async () => {
  const env = { DATABASE_URL: database.url, ADMIN_EMAIL: email, ADMIN_PASSWORD: password, LOG_LEVEL: 'error' };
  const service = await startService({ env });
  const token = await signIn(service.url, email, password);
  const headers = { authorization: `Bearer ${token}` };
  const paths = ['/tickets?status=closed', '/tickets?sort=priority&limit=50', '/projects', '/auth/me', '/tickets?offset=200'];
  const statuses = new Map<number, number>();
  const answered: Promise<void>[] = [];
  let sent = 0;
  const ask = async (path: string): Promise<void> => {
    const response = await fetch(service.url + path, { headers });
    await response.arrayBuffer();
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
  };
  const timer = setInterval(() => answered.push(ask(paths[sent++ % paths.length] ?? '')), 1_000 / requestsPerSecond);
  const began = performance.now();
  await waitFor(async () => (await count('tickets')) === 0, 300_000);
  const seconds = (performance.now() - began) / 1_000;
  clearInterval(timer);
  await Promise.all(answered);
  console.log(`${tickets} tickets in ${seconds.toFixed(1)} s, ${sent} requests beside it`);
  assert.deepEqual([...statuses], [[200, sent]]);
  assert.equal(await count('ticket_events'), 0);
  assert.equal(await count('ticket_photos'), 0);
  assert.equal(await count('ticket_status_counts where n <> 0'), 0);
  await waitFor(async () => (await count('pending_file_deletions')) <= tickets - 100, 60_000); // the files follow
  assert.equal(await stopService(service), 0, service.output());
});
