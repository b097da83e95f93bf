import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Fixtures } from '../testing/fixtures.ts';
import { multipartForm, photo } from '../testing/photo-files.ts';

// What one account may use, and that others are not affected when it is used up.

const fixtures = await Fixtures.create({
  MAX_PROJECTS: '5',
  MAX_OBJECTS: '6',
  MAX_RULES: '4',
  MAX_INVITATIONS: '3',
  MAX_ACCOUNTS_PER_HOUR: '7',
});
const { anna, boris, root, tower, lobby } = fixtures;

async function statusesOf(n: number, one: (i: number) => Promise<{ status: number }>): Promise<Record<number, number>> {
  const all = await Promise.all(Array.from({ length: n }, (_, i) => one(i)));
  const counts: Record<number, number> = {};
  for (const { status } of all) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
const rule = (i: number) => ({
  anchor_at: '2026-04-01T08:00:00Z',
  period_days: 7,
  category: 'other',
  description: `Round number ${i}`,
  object_id: lobby,
});

describe('quotas of a client that sends 30 requests at the same time', () => {
  it('POST /projects returns 409 for exactly the projects above MAX_PROJECTS, and other clients can still create some', async () => {
    const add = (i: number) => fixtures.call(anna, 'POST', '/projects', { name: `Project ${i}` });
    assert.deepEqual(await statusesOf(30, add), { 201: 4, 409: 26 });
    assert.deepEqual((await add(99)).body, { error: 'a client has at most 5 projects' });
    assert.equal((await fixtures.call(boris, 'POST', '/projects', { name: 'Another' })).status, 201);
  });

  it('POST /projects/{id}/objects returns 409 for exactly the objects above MAX_OBJECTS, whoever creates them', async () => {
    const add = (i: number) =>
      fixtures.call(i % 2 ? anna : root, 'POST', `/projects/${tower}/objects`, { name: `Object ${i}`, address: 'Long street 1' });
    assert.deepEqual(await statusesOf(30, add), { 201: 5, 409: 25 });
    assert.equal(
      (await fixtures.call(boris, 'POST', `/projects/${fixtures.yard}/objects`, { name: 'Shed', address: 'Yard 1' })).status,
      201,
    );
  });

  it('POST /recurring and POST /tickets return 409 for exactly the rules above MAX_RULES and leave no ticket behind', async () => {
    const before = (await fixtures.call(anna, 'GET', '/tickets')).body.total;
    const add = (i: number) => {
      const { anchor_at, period_days, ...ticket } = rule(i);
      return i % 2
        ? fixtures.call(anna, 'POST', '/recurring', rule(i))
        : fixtures.call(anna, 'POST', '/tickets', { ...ticket, recurring: { anchor_at, period_days } });
    };
    assert.deepEqual(await statusesOf(30, add), { 201: 4, 409: 26 });
    const withTicket = (await fixtures.call(anna, 'GET', '/tickets')).body.total - before;
    const { body } = await fixtures.call(anna, 'GET', '/recurring');
    assert.equal(body.total, 4);
    assert(withTicket <= 4);
    assert.equal((await fixtures.call(anna, 'DELETE', `/recurring/${body.items[0].id}`)).status, 200);
    assert.equal((await add(1)).status, 201, 'after one was removed');
  });

  it('POST /projects/{id}/workers returns 409 for open invitations above MAX_INVITATIONS, and an answered one makes room', async () => {
    const workers = await Promise.all(Array.from({ length: 6 }, (_, i) => fixtures.createUser(`hand${i}`, 'worker')));
    const invite = (i: number) => fixtures.call(anna, 'POST', `/projects/${tower}/workers`, { worker_id: workers[i]?.id });
    // ivan's is open already
    assert.deepEqual(await statusesOf(6, invite), { 200: 2, 409: 4 });
    const { body } = await fixtures.call(anna, 'GET', `/projects/${tower}/workers?limit=100`);
    const invited = workers.find(({ id }) =>
      body.items.some((m: { id: string; status: string }) => m.id === id && m.status === 'invited'),
    );
    assert(invited);
    assert.equal((await fixtures.call(invited, 'POST', `/projects/${tower}/invitation/decline`)).status, 200);
    const left = workers.findIndex(({ id }) => !body.items.some((m: { id: string }) => m.id === id));
    assert.equal((await invite(left)).status, 200);
  });

  it('POST /users returns 429 to a client above MAX_ACCOUNTS_PER_HOUR and 201 to an admin', async () => {
    const add = (who: typeof anna) => (i: number) =>
      fixtures.call(who, 'POST', '/users', {
        email: `${who.name}${i}@example.com`,
        name: `Hand ${i}`,
        password: 'correct-horse-1',
        role: 'worker',
      });
    assert.deepEqual(await statusesOf(30, add(anna)), { 201: 7, 429: 23 });
    const refused = await add(anna)(99);
    assert.deepEqual(refused.body, { error: 'too many attempts, try again later' });
    assert.equal(refused.headers['retry-after'], '3600');
    assert.deepEqual(await statusesOf(30, add(root)), { 201: 30 });
    fixtures.advanceClock(3_600_000);
    assert.equal((await add(anna)(100)).status, 201);
  });

  it('POST /users does not count accounts whose body is refused', async () => {
    fixtures.advanceClock(3_600_000);
    for (let i = 0; i < 10; i++) assert.equal((await fixtures.call(boris, 'POST', '/users', { role: 'worker' })).status, 400);
    for (let i = 0; i < 10; i++) {
      const admin = { email: `a${i}@example.com`, name: 'Anton', password: 'correct-horse-1', role: 'admin' };
      assert.equal((await fixtures.call(boris, 'POST', '/users', admin)).status, 403);
    }
    const worker = { email: 'fine@example.com', name: 'Anton', password: 'correct-horse-1', role: 'worker' };
    assert.equal((await fixtures.call(boris, 'POST', '/users', worker)).status, 201);
  });
});

it('POST /tickets/{id}/photos returns 500 `storage unavailable` when too little room would be left on the disk', async () => {
  const full = await Fixtures.open({ MIN_FREE_DISK_BYTES: String(2 ** 52) });
  try {
    const id = await full.createTicketWithStatus('in_progress');
    const { body, headers } = multipartForm([{ name: 'lamp.jpg', bytes: photo() }]);
    const answer = await full.call(full.wanda, 'POST', `/tickets/${id}/photos`, body, headers);
    assert.deepEqual([answer.status, answer.body], [500, { error: 'storage unavailable' }]);
    assert.equal((await full.call(full.wanda, 'PATCH', `/tickets/${id}/done`)).status, 200);
    const health = await full.call(undefined, 'GET', '/health');
    assert.deepEqual([health.status, health.body], [503, { error: 'not ready: storage unavailable' }]);
    assert.equal((await full.call(undefined, 'GET', '/health/ready')).status, 200);
  } finally {
    await full.close();
  }
});
