import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { after, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { botIdOf } from '../../src/outbound/messenger/bots.ts';
import { messagePolicy } from '../../src/outbound/messenger/delivery-handler.ts';
import { encrypt } from '../../src/platform/security/encryption.ts';
import { signAccessToken, signingKey } from '../../src/platform/security/tokens.ts';
import { startFakeBotApi } from '../../testing/fake-bot-api.ts';
import { secret } from '../../testing/fixtures.ts';
import { type ServiceProcess, send, startService, stopService } from '../../testing/start-service.ts';
import { cloneDatabase } from '../../testing/test-database.ts';
import { waitFor } from '../../testing/wait.ts';

// Fifty bots over three processes that are killed one after the other, while people bind chats and
// rules make tickets. KILLS=10 makes it the long run.

const kills = Number(process.env['KILLS'] ?? 2);
const clients = 50;
const key = Buffer.alloc(32, 5);

const botApi = await startFakeBotApi();
const database = await cloneDatabase();
const client = new pg.Client({ connectionString: database.url });
await client.connect();
after(async () => {
  await client.end();
  await database.drop();
  await botApi.stop();
});

const people = Array.from({ length: clients }, (_, i) => {
  const token = `${1000 + i}:secret-of-bot-${i}`;
  botApi.addBot({ token, username: `bot_${i}` });
  botApi.addChat(token, { id: 5000 + i, type: 'private', first_name: `Client ${i}` });
  return { id: crypto.randomUUID(), token, botId: botIdOf(token), chat: 5000 + i };
});
for (const [i, { id, token, botId, chat }] of people.entries()) {
  await client.query("insert into bots (id, username) values ($1, '')", [botId]);
  await client.query(
    `insert into users (id, email, email_key, name, role, password_hash, confirmed_at, created_at, messenger_target, bot_id, bot_token, bot_saved_at)
     values ($1, $2, $2, $2, 'client', '', '2026-01-01', '2026-01-01', $3, $4, $5, '2026-01-01')`,
    [id, `c${i}@example.com`, String(chat), botId, encrypt(createSecretKey(key), token, id)],
  );
}
await client.query(`
  insert into projects (client_id, name, created_at) select id, 'Tower', '2026-01-01' from users;
  insert into objects (project_id, name, address, created_at) select id, 'Lobby', 'Hill street 1', '2026-01-01' from projects;
  insert into recurring_rules (project_id, object_id, client_id, address, category, priority, description, anchor_at, period_days,
      next_run_at, created_by, created_by_name, created_at)
    select o.project_id, o.id, p.client_id, o.address, 'other', 'normal', 'Look after it', '2026-01-02', 30, '2099-01-02', p.client_id, 'anna', '2026-01-01'
    from objects o join projects p on p.id = o.project_id, generate_series(1, ${kills * 2})`);

async function rows<T extends pg.QueryResultRow>(text: string): Promise<T[]> {
  return (await client.query<T>(text)).rows;
}
const tokenOf = (id: string) => signAccessToken(signingKey(secret), { sub: id, role: 'client', ver: 0 }, new Date());

it('each update is handled once and each notification arrives while processes are killed', { timeout: 600_000 }, async () => {
  const env = {
    DATABASE_URL: database.url,
    DATA_ENCRYPTION_KEY: key.toString('hex'),
    MESSENGER_API_ROOT: botApi.url,
    LOG_LEVEL: 'debug',
  };
  const instances: ServiceProcess[] = await Promise.all([1, 2, 3].map(() => startService({ env })));
  const ended: ServiceProcess[] = [];
  const polled = () => people.filter(({ token }) => botApi.polls(token) === 1).length;
  await botApi.waitFor(() => polled() === clients, 60_000);

  let asked = 0;
  const codes: string[] = [];
  const rules = await rows<{ id: number; client_id: string }>('select id, client_id from recurring_rules order by id');
  for (let kill = 0; kill < kills; kill++) {
    // Something for everybody: a message to the bot, a code that binds, a rule that runs.
    const victim = instances[kill % 3];
    const other = instances[(kill + 1) % 3];
    assert(victim && other);
    const round = people.map(async ({ id, token, chat }, i) => {
      const headers = await tokenOf(id);
      const { body } = await send(`${other.url}/auth/messenger/code`, 'POST', headers);
      if (body.code) {
        codes.push(body.code);
        botApi.receiveMessage(token, chat, `/start ${body.code}`);
        asked++;
      }
      const rule = rules.filter(({ client_id }) => client_id === id)[kill * 2];
      assert(rule, String(i));
      assert.equal((await send(`${other.url}/recurring/${rule.id}/run`, 'POST', headers)).status, 201);
    });
    await Promise.race([Promise.all(round), sleep(50 + 100 * kill)]);
    victim.child.kill('SIGKILL');
    ended.push(victim);
    await Promise.all(round);
    instances[kill % 3] = await startService({ env });
  }

  const settled = async (): Promise<boolean> => {
    const [open] = await rows<{ n: string }>("select count(*) as n from deliveries where queue <> 'jobs'");
    return people.every(({ token }) => botApi.updatesPending(token) === 0) && open?.n === '0';
  };
  await waitFor(settled, 240_000);

  const tickets = await rows<{ id: number }>('select id from tickets');
  assert.equal(tickets.length, kills * clients);
  const notices = botApi.sent().filter(({ readable }) => readable.startsWith('A schedule created request'));
  // A code that waited for a new poller may have been replaced by then; it is answered all the same.
  const answers = botApi.sent().filter(({ readable }) => /^This (chat is connected|code has been used)/.test(readable));
  for (const { id } of tickets)
    assert(
      notices.some(({ readable }) => new RegExp(`request #${id}\\b`).test(readable)),
      `ticket ${id} was told of`,
    );
  const twice = notices.length - tickets.length + (answers.length - asked);
  console.log(`${kills} kills, ${notices.length + answers.length} messages, ${twice} of them twice`);
  // A process that is killed may have sent messages that it did not record: so many notifications and answers at once.
  assert(twice >= 0 && twice <= kills * 2 * messagePolicy.concurrency, `${twice} messages came twice`);
  const [handled] = await rows<{ n: string }>('select count(*) as n from bot_updates');
  assert.equal(Number(handled?.n), asked, 'each update once');
  assert.equal(answers.length >= asked, true);
  assert.equal(Math.max(...people.map(({ token }) => botApi.conflicts(token))), 0, 'no bot was polled twice');

  for (const instance of instances) assert.equal(await stopService(instance), 0);
  assert.equal(people.filter(({ token }) => botApi.polls(token) > 0).length, 0, 'no poll stays open');
  const log = [...instances, ...ended].map(({ output }) => output()).join('');
  assert(log.includes('a delivery is done'));
  for (const secretWord of ['secret-of-bot', key.toString('hex'), ...codes])
    assert(!log.includes(secretWord), 'no secret in a log');
});
