import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { cloneDatabase } from '../support/database.ts';
import { spawnService, startService, stopService } from '../support/service.ts';

// Rules over several processes that start together, one of which is killed in the middle.

const rules = 1000;
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
  insert into projects (client_id, name, created_at) select id, 'Tower', '2026-01-01' from users;
  insert into objects (project_id, name, address, created_at) select id, 'Lobby', 'Hill street 1', '2026-01-01' from projects;
  insert into recurring_rules (project_id, object_id, client_id, address, category, priority, description, anchor_at, period_days,
      next_run_at, created_by, created_by_name, created_at)
    select o.project_id, o.id, p.client_id, o.address, 'other', 'normal', 'Look after it', '2026-01-02', 30, '2026-01-02', p.client_id, 'anna', '2026-01-01'
    from objects o join projects p on p.id = o.project_id, generate_series(1, ${rules})`);

async function count(what: string): Promise<number> {
  const { rows } = await client.query<{ n: string }>(`select count(*) as n from ${what}`);
  return Number(rows[0]?.n);
}

it('a thousand due rules make a thousand tickets on three instances, whoever is killed', { timeout: 120_000 }, async () => {
  const env = { DATABASE_URL: database.url, JWT_SECRET: 'x'.repeat(40), LOG_LEVEL: 'warn' };
  const instances = await Promise.all([1, 2, 3].map(() => spawnService({ env })));
  while ((await count('recurring_runs')) < rules / 10) await sleep(5);
  instances[0]?.child.kill('SIGKILL');
  instances[0] = await startService({ env });
  for (let i = 0; i < 1000 && (await count('recurring_runs')) < rules; i++) await sleep(50);
  await sleep(200);
  assert.equal(await count('tickets'), rules);
  assert.equal(await count('recurring_runs'), rules);
  assert.equal(await count('(select distinct rule_id from recurring_runs) as r'), rules, 'each rule once');
  assert.equal(await count("ticket_events where action = 'created'"), rules);
  assert.equal(await count('recurring_rules where next_run_at <= last_run_at or last_run_at is null'), 0);
  for (const instance of instances) assert.equal(await stopService(instance), 0, instance.output());
});
