import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { botIdOf } from '../../src/outbound/messenger/bots.ts';
import { buttonData } from '../../src/outbound/messenger/ticket-buttons.ts';
import { startFakeBotApi } from '../../testing/fake-bot-api.ts';
import { photo } from '../../testing/photo-files.ts';
import { type ServiceProcess, startService, stopService } from '../../testing/start-service.ts';
import { cloneDatabase } from '../../testing/test-database.ts';
import { waitFor } from '../../testing/wait.ts';

// Ten workers race for jobs in their chats and send photos, over three processes of which two are killed.

const token = '100:secret-of-the-bot';
const botApi = await startFakeBotApi();
botApi.addBot({ token, username: 'callout_bot' });
const database = await cloneDatabase();
const client = new pg.Client({ connectionString: database.url });
await client.connect();
after(async () => {
  await client.end();
  await database.drop();
  await botApi.stop();
});

const jobs = 12;
const workers = Array.from({ length: 10 }, (_, i) => ({ id: crypto.randomUUID(), chat: 500 + i }));
const owner = crypto.randomUUID();
const insertUser = `insert into users (id, email, email_key, name, role, password_hash, confirmed_at, created_at, messenger_target, messenger_bound_by)
  values ($1, $2, $2, $2, $3, '', '2026-01-01', '2026-01-01', $4, $5)`;
await client.query(insertUser, [owner, 'anna@example.com', 'client', '', null]);
for (const { id, chat } of workers) {
  botApi.addChat(token, { id: chat, type: 'private', first_name: `Worker ${chat}` });
  await client.query(insertUser, [id, `w${chat}@example.com`, 'worker', String(chat), chat]);
}
await client.query(`
  insert into projects (client_id, name, created_at) select id, 'Tower', '2026-01-01' from users where role = 'client';
  insert into objects (project_id, name, address, created_at) select id, 'Lobby', 'Hill street 1', '2026-01-01' from projects;
  insert into project_workers (project_id, worker_id, status, invited_by_name, invited_at, responded_at)
    select p.id, u.id, 'active', 'anna', '2026-01-01', '2026-01-01' from projects p, users u where u.role = 'worker';
  insert into tickets (status, category, priority, description, address, project_id, object_id, client_id, created_at)
    select 'new', 'other', 'normal', 'The lamp is dark', o.address, o.project_id, o.id, p.client_id, now()
    from objects o join projects p on p.id = o.project_id, generate_series(1, ${jobs})`);

async function rows<T extends pg.QueryResultRow>(text: string): Promise<T[]> {
  return (await client.query<T>(text)).rows;
}

it('each job is taken once and each photo added once while processes are killed', { timeout: 300_000 }, async () => {
  const env = {
    DATABASE_URL: database.url,
    MESSENGER_API_ROOT: botApi.url,
    MESSENGER_BOT_TOKEN: token,
    LOG_LEVEL: 'debug',
  };
  const start = (): Promise<ServiceProcess> => startService({ env });
  const instances = await Promise.all([start(), start(), start()]);
  const ended: ServiceProcess[] = [];
  await botApi.waitFor(() => botApi.polls(token) === 1, 60_000);
  const kill = async (index: number): Promise<void> => {
    const victim = instances[index];
    assert(victim);
    victim.child.kill('SIGKILL');
    ended.push(victim);
    instances[index] = await start();
  };
  const settled = async (): Promise<boolean> => {
    const [open] = await rows<{ n: string }>('select count(*) as n from deliveries');
    return botApi.updatesPending(token) === 0 && open?.n === '0';
  };

  const tickets = await rows<{ id: number }>('select id from tickets order by id');
  for (const [index, { id }] of tickets.entries()) {
    // Another one is the first each time: one who gets most of the jobs would exceed the requests of a chat in a minute.
    const order = [...workers.slice(index % workers.length), ...workers.slice(0, index % workers.length)];
    for (const { id: worker, chat } of order) botApi.person(token, chat).pressesData(1, buttonData('take', id, worker));
  }
  await sleep(300);
  await kill(0);
  await waitFor(settled, 120_000);
  const taken = await rows<{ id: number; worker_id: string; status: string }>(
    'select id, worker_id, status from tickets order by id',
  );
  assert.deepEqual(new Set(taken.map(({ status }) => status)), new Set(['assigned']));
  const [entries] = await rows<{ n: string }>("select count(*) as n from ticket_events where action = 'assigned'");
  assert.equal(Number(entries?.n), jobs);

  for (const { id, worker_id } of taken) {
    const chat = workers.find((worker) => worker.id === worker_id)?.chat ?? 0;
    const person = botApi.person(token, chat);
    person.pressesData(1, buttonData('start', id, worker_id));
    person.pressesData(1, buttonData('show', id, worker_id));
  }
  await waitFor(settled, 120_000);
  let sent = 0;
  for (const { chat } of workers) {
    const person = botApi.person(token, chat);
    for (const { id, text } of person.sees().filter(({ text }) => text.startsWith('In progress'))) {
      assert.match(text, /\/app\/tickets\/\d+$/);
      for (let i = 0; i < 2; i++) person.sendsPhoto({ bytes: photo('jpeg', 20_000) }, { replyTo: id });
      sent += 2;
    }
  }
  assert(sent >= jobs * 2, `${sent} photos`);
  await sleep(300);
  await kill(1);
  await waitFor(settled, 120_000);
  const [photos] = await rows<{ n: string }>('select count(*) as n from ticket_photos');
  const [handled] = await rows<{ n: string }>("select count(*) as n from chat_files where outcome = 'added'");
  assert.deepEqual([Number(photos?.n), Number(handled?.n)], [sent, sent]);
  const [bots] = await rows<{ id: string }>('select id from bots');
  assert.equal(Number(bots?.id), botIdOf(token));

  for (const instance of instances) assert.equal(await stopService(instance), 0);
  const log = [...instances, ...ended].map(({ output }) => output()).join('');
  assert(log.includes('chat_files'));
  assert(!log.includes('secret-of-the-bot'), 'no token in a log');
});
