import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { multipartForm, photo } from '../../testing/photo-files.ts';
import { type ServiceProcess, send, signIn, startService, stopService } from '../../testing/start-service.ts';
import { createEmptyDatabase } from '../../testing/test-database.ts';

const password = 'correct-horse-1';
const database = await createEmptyDatabase();
const env = { DATABASE_URL: database.url, ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: password, LOG_LEVEL: 'warn' };
const start = (): Promise<ServiceProcess> => startService({ env });
const services = [await start(), await start()];
after(async () => {
  for (const service of services) await stopService(service);
  await database.drop();
});

const at = (i: number): string => (services[i % services.length] as ServiceProcess).url;
const root = await signIn(at(0), 'root@example.com', password);
await send(`${at(0)}/users`, 'POST', root, { email: 'anna@example.com', name: 'anna', password, role: 'client' });
const anna = await signIn(at(1), 'anna@example.com', password);
const { body: tower } = await send(`${at(0)}/projects`, 'POST', anna, { name: 'Tower' });
const { body: lobby } = await send(`${at(0)}/projects/${tower.id}/objects`, 'POST', anna, {
  name: 'Lobby',
  address: 'Hill street 1',
});
const ticket = { category: 'electric', description: 'The lamp is dark', object_id: lobby.id };

async function keyed(url: string, key: string, body: string | Buffer, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${anna}`, 'idempotency-key': key, ...headers },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });
  const replayed = response.headers.get('idempotency-replayed') === 'true';
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  return { status: response.status, replayed, body: (await response.json()) as any };
}

/** As clients do: PostgreSQL may notice a moment late that the connection of the first request is gone. */
async function repeat(url: string, key: string) {
  for (;;) {
    const answer = await keyed(url, key, JSON.stringify(ticket));
    if (answer.status !== 409) return answer;
    await sleep(100);
  }
}

const ticketCount = async () => (await send(`${at(0)}/tickets?limit=1`, 'GET', anna)).body.total as number;

describe('two instances on one database', () => {
  it('create one ticket for 30 requests at once with one key', async () => {
    for (let round = 0; round < 10; round++) {
      const [key, before] = [crypto.randomUUID(), await ticketCount()];
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, i) => keyed(`${at(i)}/tickets`, key, JSON.stringify(ticket))),
      );
      const created = answers.filter(({ status }) => status === 201);
      assert.equal(created.filter(({ replayed }) => !replayed).length, 1);
      assert.equal(new Set(created.map(({ body }) => body.id)).size, 1);
      assert(answers.every(({ status }) => status === 201 || status === 409));
      assert.equal(await ticketCount(), before + 1);
    }
  });

  it('store one file for uploads of one key at once, and repeat the answer over another connection', async () => {
    const { body: created } = await send(`${at(0)}/tickets`, 'POST', anna, ticket);
    const [key, bytes] = [crypto.randomUUID(), photo('jpeg', 2_000_000)];
    const upload = (i: number) => {
      const { body, headers } = multipartForm([{ name: 'report.jpg', bytes }], `boundary-of-attempt-${i}`);
      return keyed(`${at(i)}/ext/tickets/${created.id}/attachments`, key, body, headers);
    };
    const answers = await Promise.all([0, 1, 2, 3, 4, 5].map(upload));
    assert(
      answers.every(({ status }) => status === 201 || status === 409),
      JSON.stringify(answers),
    );
    assert.equal(answers.filter(({ status, replayed }) => status === 201 && !replayed).length, 1);
    const again = await upload(7);
    assert.deepEqual([again.status, again.replayed], [201, true]);
    const { body: page } = await send(`${at(0)}/ext/tickets/${created.id}/attachments`, 'GET', anna);
    assert.equal(page.total, 1);
  });
});

describe('an instance that is killed', () => {
  it('leaves both a ticket and the answer to its key, or neither', async () => {
    const answers = { first: 0, repeated: 0 };
    for (let round = 0; round < 6; round++) {
      const before = await ticketCount();
      const keys = Array.from({ length: 40 }, () => crypto.randomUUID());
      const victim = await start();
      let received = 0;
      const sent = keys.map((key) =>
        keyed(`${victim.url}/tickets`, key, JSON.stringify(ticket))
          .then((answer) => {
            received++;
            return answer;
          })
          .catch(() => undefined),
      );
      while (received < round * 5) await sleep(1);
      victim.child.kill('SIGKILL');
      await victim.ended;
      const answered = await Promise.all(sent);
      const repeated = await Promise.all(keys.map((key, i) => repeat(`${at(i)}/tickets`, key)));
      assert(
        repeated.every(({ status }) => status === 201),
        JSON.stringify(repeated),
      );
      // A ticket without an answer would have been created twice, an answer without a ticket would be one too few.
      assert.equal(await ticketCount(), before + keys.length);
      for (const { replayed } of repeated) answers[replayed ? 'repeated' : 'first']++;
      for (const [i, answer] of answered.entries()) if (answer) assert.deepEqual(repeated[i]?.body, answer.body);
    }
    assert(answers.first > 0 && answers.repeated > 0, JSON.stringify(answers));
  });
});
