import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import pg from 'pg';
import { type ServiceProcess, send, signIn, startService, stopService } from '../../testing/start-service.ts';
import { createEmptyDatabase } from '../../testing/test-database.ts';
import { waitFor } from '../../testing/wait.ts';

// Deadlines of three instances on one database, of which each runs the job, on the real clock.

const password = 'correct-horse-1';
const tickets = 30;
const database = await createEmptyDatabase();
const env = { DATABASE_URL: database.url, ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: password, LOG_LEVEL: 'warn' };
const services = await Promise.all([1, 2, 3].map(() => startService({ env })));
const db = new pg.Client({ connectionString: database.url });
await db.connect();
after(async () => {
  await db.end();
  for (const service of services) if (service.child.exitCode === null) await stopService(service);
  await database.drop();
});

const at = (i: number): string => (services[i % services.length] as ServiceProcess).url;
const root = await signIn(at(0), 'root@example.com', password);

async function account(name: string, role: string): Promise<{ id: string; token: string }> {
  const email = `${name}@example.com`;
  const { body } = await send(`${at(1)}/users`, 'POST', root, { email, name, password, role });
  return { id: body.id, token: await signIn(at(2), email, password) };
}

/** How often each account was told of an event of each ticket, as `email: tickets × times`. */
async function told(event: string): Promise<string[]> {
  const { rows } = await db.query<{ line: string }>(
    `select email || ': ' || count(*) || ' × ' || n as line from (
       select u.email, n.ticket_id, count(*) as n from notifications as n join users as u on u.id = n.user_id
       where n.event = $1 group by u.id, n.ticket_id
     ) as counted group by email, n order by email, n`,
    [event],
  );
  return rows.map(({ line }) => line);
}
const onceEach = (...names: string[]): string[] => names.map((name) => `${name}@example.com: ${tickets} × 1`);

it('three instances tell each person once of a deadline that comes near and passes, also when one is killed', {
  timeout: 180_000,
}, async () => {
  const [anna, wanda] = [await account('anna', 'client'), await account('wanda', 'worker')];
  const { body: tower } = await send(`${at(0)}/projects`, 'POST', anna.token, { name: 'Tower' });
  const place = { name: 'Lobby', address: 'Hill street 1' };
  const { body: lobby } = await send(`${at(1)}/projects/${tower.id}/objects`, 'POST', anna.token, place);
  await send(`${at(2)}/projects/${tower.id}/workers`, 'POST', anna.token, { worker_id: wanda.id });
  assert.equal((await send(`${at(0)}/projects/${tower.id}/invitation/accept`, 'POST', wanda.token)).status, 200);
  for (let i = 0; i < tickets; i++) {
    const ticket = { category: 'electric', description: 'The lamp is dark', object_id: lobby.id };
    assert.equal((await send(`${at(i)}/tickets`, 'POST', anna.token, ticket)).status, 201);
  }
  // Two minutes are due soon after 90 s and overdue 30 s later, which is more than the interval of the job.
  await db.query(`update tickets set created_at = now() - interval '80 seconds'`);
  const targets = { timezone: 'UTC', take_within_minutes: { normal: 2 }, finish_within_minutes: {} };
  const { status, body } = await send(`${at(1)}/ext/projects/${tower.id}/targets`, 'PUT', anna.token, targets);
  assert.equal(status, 200, JSON.stringify(body));

  await waitFor(async () => (await told('due_soon')).join() === onceEach('anna', 'wanda').join(), 60_000);
  assert.deepEqual(await told('overdue'), []);
  const [killed, ...others] = services;
  assert.equal(await stopService(killed as ServiceProcess, 'SIGKILL'), 'SIGKILL');
  await waitFor(async () => (await told('overdue')).join() === onceEach('anna', 'root', 'wanda').join(), 90_000);

  const { body: inbox } = await send(`${at(1)}/ext/notifications`, 'GET', wanda.token);
  assert.equal(inbox.items[0].event, 'overdue');
  const { body: health } = await send(`${at(2)}/ext/health`, 'GET', root);
  assert.deepEqual([health.deadlines.state, health.deadlines.waiting], ['ok', 0]);
  assert.deepEqual(await told('due_soon'), onceEach('anna', 'wanda'));
  assert.deepEqual(await told('overdue'), onceEach('anna', 'root', 'wanda'));
  for (const service of others) assert.equal(await stopService(service), 0, service.output());
});
