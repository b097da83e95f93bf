import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { type ServiceProcess, send, signIn, startService, stopService } from '../../testing/start-service.ts';
import { createEmptyDatabase } from '../../testing/test-database.ts';

// Three processes on one database, started at the same moment on an empty one.

const password = 'correct-horse-1';
const database = await createEmptyDatabase();
const env = { DATABASE_URL: database.url, ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: password, LOG_LEVEL: 'warn' };
const services = await Promise.all([1, 2, 3].map(() => startService({ env })));
after(async () => {
  for (const service of services) assert.equal(await stopService(service), 0, service.output());
  await database.drop();
});

const at = (i: number): string => (services[i % services.length] as ServiceProcess).url;
const root = await signIn(at(0), 'root@example.com', password);

async function account(name: string, role: string): Promise<{ id: string; token: string }> {
  const email = `${name}@example.com`;
  const { body } = await send(`${at(1)}/users`, 'POST', root, { email, name, password, role });
  return { id: body.id, token: await signIn(at(2), email, password) };
}
const anna = await account('anna', 'client');
const { body: tower } = await send(`${at(0)}/projects`, 'POST', anna.token, { name: 'Tower' });
const { body: lobby } = await send(`${at(1)}/projects/${tower.id}/objects`, 'POST', anna.token, {
  name: 'Lobby',
  address: 'Hill street 1',
});

async function member(name: string) {
  const worker = await account(name, 'worker');
  await send(`${at(0)}/projects/${tower.id}/workers`, 'POST', anna.token, { worker_id: worker.id });
  return worker;
}
const [wanda, willi] = [await member('wanda'), await member('willi')];

describe('three instances on one database', () => {
  it('three instances that start together create one schema and one first admin', async () => {
    const { body } = await send(`${at(2)}/users?role=admin`, 'GET', root);
    assert.equal(body.total, 1);
  });

  it('three instances accept one of 30 concurrent acceptances of an invitation', async () => {
    for (const worker of [wanda, willi]) {
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, i) => send(`${at(i)}/projects/${tower.id}/invitation/accept`, 'POST', worker.token)),
      );
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(29).fill(409)]);
    }
  });

  it('three instances accept one of 30 concurrent takes of a ticket, with one journal entry', async () => {
    for (let round = 0; round < 10; round++) {
      const { body: ticket } = await send(`${at(round)}/tickets`, 'POST', anna.token, {
        category: 'electric',
        description: 'The lamp is dark',
        object_id: lobby.id,
      });
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, i) => send(`${at(i)}/tickets/${ticket.id}/take`, 'PATCH', (i % 2 ? wanda : willi).token)),
      );
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(29).fill(409)]);
      const winner = answers.find(({ status }) => status === 200)?.body;
      const { body: events } = await send(`${at(0)}/tickets/${ticket.id}/events`, 'GET', anna.token);
      assert.deepEqual(
        events.items.map((event: { action: string; actor_id: string }) => [event.action, event.actor_id]),
        [
          ['created', anna.id],
          ['assigned', winner.worker_id],
        ],
      );
    }
  });

  it('three instances accept one of an assignment and concurrent takes of a ticket', async () => {
    for (let round = 0; round < 10; round++) {
      const { body: ticket } = await send(`${at(round)}/tickets`, 'POST', anna.token, {
        category: 'other',
        description: 'The door is stuck',
        object_id: lobby.id,
      });
      const answers = await Promise.all([
        ...Array.from({ length: 8 }, (_, i) =>
          send(`${at(i)}/tickets/${ticket.id}/assign`, 'PATCH', anna.token, { worker_id: willi.id }),
        ),
        ...Array.from({ length: 8 }, (_, i) => send(`${at(i)}/tickets/${ticket.id}/take`, 'PATCH', wanda.token)),
        ...Array.from({ length: 8 }, (_, i) =>
          send(`${at(i)}/tickets/${ticket.id}/cancel`, 'PATCH', anna.token, { reason: 'a mistake' }),
        ),
      ]);
      const won = answers.filter(({ status }) => status === 200).length;
      assert(answers.every(({ status }) => status === 200 || status === 409));
      // A cancel may follow the assignment or the take, never come before one.
      const { body: events } = await send(`${at(0)}/tickets/${ticket.id}/events`, 'GET', anna.token);
      assert.equal(events.total, 1 + won);
      const actions = events.items.map((event: { action: string }) => event.action).join(' ');
      assert.match(actions, /^created( assigned)?( canceled)?$/);
    }
  });

  it('three instances accept at most one of 30 concurrent refreshes with one cookie', async () => {
    const login = await fetch(`${at(0)}/auth/login`, {
      method: 'POST',
      body: JSON.stringify({ email: 'anna@example.com', password }),
    });
    const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, i) => fetch(`${at(i)}/auth/refresh`, { method: 'POST', headers: { cookie } })),
    );
    const winners = answers.filter(({ status }) => status === 200);
    assert.equal(winners.length, 1);
    assert(answers.every(({ status, headers }) => status === 200 || (status === 401 && headers.getSetCookie().length === 0)));
    const next = winners[0]?.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const after = await fetch(`${at(1)}/auth/refresh`, { method: 'POST', headers: { cookie: next } });
    assert.equal(after.status, 401, 'the reuse has closed the winner`s session, too');
  });

  it('three instances share the rate limits', async () => {
    const attempts = Array.from({ length: 30 }, (_, i) =>
      fetch(`${at(i)}/auth/login`, { method: 'POST', body: '{}', headers: { 'x-forwarded-for': '192.0.2.9' } }),
    );
    const codes = (await Promise.all(attempts)).map(({ status }) => status).sort();
    assert.deepEqual(codes, [...Array(10).fill(400), ...Array(20).fill(429)]);
  });
});
