import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createProjectFixture, serviceSettings, signInAdmin } from '../../testing/api-fixtures.ts';
import { NoResponseError, send, sendOk } from '../../testing/http-client.ts';
import { startService, stopService } from '../../testing/start-service.ts';
import { cloneDatabase } from '../../testing/test-database.ts';

const database = await cloneDatabase();
const env = { ...serviceSettings, DATABASE_URL: database.url };
const service = await startService({ env });
after(async () => {
  await stopService(service);
  await database.drop();
});

const { client, objects } = await createProjectFixture(service.url, await signInAdmin(service.url), 0);
const { token } = client;
const body = { category: 'electric', description: 'The lamp is dark', object_id: objects[0] };
const create = (base: string, key: string) =>
  send(base, { method: 'POST', path: '/tickets', token, body, headers: { 'idempotency-key': key } });
const ticketCount = async (): Promise<number> =>
  (await sendOk(service.url, { method: 'GET', path: '/tickets?limit=1', token })).body.total;

/** As clients do: PostgreSQL may notice a moment late that the connection of the first request is gone. */
async function repeat(key: string) {
  for (;;) {
    const answer = await create(service.url, key);
    if (answer.status !== 409) return answer;
    await sleep(100);
  }
}

it('an instance that is killed leaves both a ticket and the answer to its key, or neither', async () => {
  const answers = { first: 0, repeated: 0 };
  for (let round = 0; round < 4; round++) {
    const before = await ticketCount();
    const keys = Array.from({ length: 40 }, () => crypto.randomUUID());
    const victim = await startService({ env });
    let received = 0;
    const sent = keys.map(async (key) => {
      try {
        const answer = await create(victim.url, key);
        received++;
        return answer;
      } catch (error) {
        assert(error instanceof NoResponseError);
        return undefined;
      }
    });
    while (received < round * 8) await sleep(1);
    victim.child.kill('SIGKILL');
    await victim.ended;
    const answered = await Promise.all(sent);
    const repeated = await Promise.all(keys.map(repeat));
    assert(
      repeated.every(({ status }) => status === 201),
      JSON.stringify(repeated),
    );
    // A ticket without an answer would have been created twice, an answer without a ticket would be one too few.
    assert.equal(await ticketCount(), before + keys.length);
    for (const { headers } of repeated) answers[headers['idempotency-replayed'] === 'true' ? 'repeated' : 'first']++;
    for (const [i, answer] of answered.entries()) if (answer) assert.deepEqual(repeated[i]?.body, answer.body);
  }
  assert(answers.first > 0 && answers.repeated > 0, JSON.stringify(answers));
});
