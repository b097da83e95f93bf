import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';

const fixtures = await Fixtures.create();
const { root, anna, boris, wanda, ivan, oleg } = fixtures;
const week = 7 * 86_400_000;

const invite = (who: TestUser, worker: unknown, project = fixtures.tower) =>
  fixtures.call(who, 'POST', `/projects/${project}/workers`, { worker_id: worker });
const answer = (who: TestUser, verb: 'accept' | 'decline', project: unknown = fixtures.tower) =>
  fixtures.call(who, 'POST', `/projects/${project}/invitation/${verb}`);
const remove = (who: TestUser, worker: string, project = fixtures.tower) =>
  fixtures.call(who, 'DELETE', `/projects/${project}/workers/${worker}`);
const rowOf = async (worker: TestUser, project = fixtures.tower) => {
  const { body } = await fixtures.call(root, 'GET', `/projects/${project}/workers?limit=100`);
  return body.items.find(({ id }: { id: string }) => id === worker.id);
};

describe('POST /projects/{id}/workers', () => {
  it('POST /projects/{id}/workers returns the expiry of the invitation, which GET /projects/{id}/workers and /invitations show', async () => {
    const worker = await fixtures.createUser('nina', 'worker');
    const { status, body } = await invite(anna, worker.id);
    const expires_at = new Date(fixtures.now.getTime() + week).toISOString();
    assert.deepEqual([status, body], [200, { ok: true, status: 'invited', expires_at }]);
    const row = await rowOf(worker);
    assert.deepEqual(
      [row.status, row.expires_at, 'responded_at' in row, row.email],
      ['invited', expires_at, false, worker.email],
    );
    const { body: mine } = await fixtures.call(worker, 'GET', '/invitations');
    assert.equal(mine.total, 1);
    assert.deepEqual(mine.items, [
      {
        project_id: fixtures.tower,
        project_name: 'Tower',
        client_name: 'anna',
        invited_by: anna.id,
        invited_by_name: 'anna',
        invited_at: fixtures.now.toISOString(),
        expires_at,
      },
    ]);
  });

  it('POST /projects/{id}/workers returns 404 for a missing user, 400 for an unsuitable one, 409 for a member or open invitation', async () => {
    const idle = await fixtures.createUser('idle', 'worker', { is_active: false });
    const fresh = await fixtures.createUser('fresh', 'worker', { confirmed_at: null });
    assert.equal((await invite(anna, crypto.randomUUID())).status, 404);
    for (const who of [idle, fresh, boris, root]) assert.equal((await invite(anna, who.id)).status, 400, who.name);
    for (const who of [wanda, ivan]) assert.equal((await invite(anna, who.id)).status, 409, who.name);
  });

  it('POST /projects/{id}/workers renews a declined or expired invitation in the same row', async () => {
    const worker = await fixtures.createUser('vera', 'worker');
    await invite(anna, worker.id);
    await answer(worker, 'decline');
    const declined = await rowOf(worker);
    assert.deepEqual(
      [declined.status, 'expires_at' in declined, declined.responded_at],
      ['declined', false, fixtures.now.toISOString()],
    );
    assert.equal((await invite(anna, worker.id)).status, 200);
    const again = await rowOf(worker);
    assert.deepEqual([again.status, 'responded_at' in again], ['invited', false]);
    fixtures.advanceClock(week);
    assert.equal((await invite(anna, worker.id)).status, 200, 'the expired one');
    assert.equal((await answer(worker, 'accept')).status, 200);
  });

  it('POST /projects/{id}/workers returns 200 to one of 20 concurrent requests', async () => {
    const worker = await fixtures.createUser('popular', 'worker');
    const answers = await Promise.all(Array.from({ length: 20 }, () => invite(anna, worker.id)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(19).fill(409)]);
  });
});

describe('POST /projects/{id}/invitation/accept and /decline', () => {
  it('POST /projects/{id}/invitation/accept makes an active member who sees the free tickets', async () => {
    const worker = await fixtures.createUser('emil', 'worker');
    const ticket = await fixtures.createTicket();
    await invite(anna, worker.id);
    assert.equal((await fixtures.call(worker, 'PATCH', `/tickets/${ticket}/take`)).status, 400, 'invited is not yet a member');
    assert.deepEqual((await answer(worker, 'accept')).body, { ok: true });
    const row = await rowOf(worker);
    assert.deepEqual([row.status, row.responded_at, 'expires_at' in row], ['active', fixtures.now.toISOString(), false]);
    assert.equal((await fixtures.call(worker, 'PATCH', `/tickets/${ticket}/take`)).status, 200);
    assert.equal((await fixtures.call(worker, 'GET', '/invitations')).body.total, 0);
  });

  it('POST /projects/{id}/invitation/accept and /decline return 409 after an answer and 404 without an invitation', async () => {
    const worker = await fixtures.createUser('once', 'worker');
    await invite(anna, worker.id);
    await answer(worker, 'decline');
    for (const verb of ['accept', 'decline'] as const) {
      assert.equal((await answer(worker, verb)).status, 409);
      assert.equal((await answer(wanda, verb)).status, 409);
      assert.equal((await answer(worker, verb, fixtures.yard)).status, 404);
      assert.equal((await answer(worker, verb, 999_999)).status, 404);
      assert.equal((await answer(anna, verb)).status, 403);
    }
  });

  it('POST /projects/{id}/invitation/accept returns 409 after seven days, and GET /invitations no longer lists the invitation', async () => {
    const worker = await fixtures.createUser('slow', 'worker');
    await invite(anna, worker.id);
    fixtures.advanceClock(week - 1);
    assert.equal((await fixtures.call(worker, 'GET', '/invitations')).body.total, 1);
    fixtures.advanceClock(1);
    assert.equal((await fixtures.call(worker, 'GET', '/invitations')).body.total, 0);
    for (const verb of ['accept', 'decline'] as const) assert.equal((await answer(worker, verb)).status, 409);
  });

  it('concurrent accept and decline of an invitation have one winner', async () => {
    for (let round = 0; round < 5; round++) {
      const worker = await fixtures.createUser(`torn${round}`, 'worker');
      await invite(anna, worker.id);
      const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => answer(worker, i % 2 ? 'accept' : 'decline')));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(9).fill(409)]);
    }
  });
});

describe('DELETE /projects/{id}/workers/{worker_id}', () => {
  it('DELETE /projects/{id}/workers/{worker_id} returns 404 for invited and declined workers, strangers and other projects', async () => {
    await fixtures.addMember(fixtures.tower, oleg, 'declined');
    for (const worker of [oleg.id, boris.id, crypto.randomUUID()]) assert.equal((await remove(anna, worker)).status, 404);
    assert.equal((await remove(boris, wanda.id)).status, 404);
    assert.equal((await remove(anna, wanda.id, fixtures.yard)).status, 404);
    assert.equal((await remove(wanda, wanda.id)).status, 403);
  });

  it('DELETE /projects/{id}/workers/{worker_id} returns 409 while the worker has unclosed tickets, and keeps closed ones', async () => {
    const id = await fixtures.createTicket();
    await fixtures.call(wanda, 'PATCH', `/tickets/${id}/take`);
    assert.equal((await remove(anna, wanda.id)).status, 409);
    await fixtures.call(anna, 'PATCH', `/tickets/${id}/cancel`, { reason: 'not needed' });
    assert.deepEqual((await remove(anna, wanda.id)).body, { ok: true });
    assert.equal((await remove(anna, wanda.id)).status, 404);
    assert.equal((await fixtures.call(anna, 'GET', `/tickets/${id}`)).body.worker_id, wanda.id);
    assert.equal((await fixtures.call(wanda, 'GET', `/tickets/${id}`)).status, 200, 'assigned tickets stay visible');
    assert.equal((await invite(anna, wanda.id)).status, 200);
  });
});

describe('GET /projects/{id}/workers and GET /invitations', () => {
  it('lists of members and invitations have each order, rising and falling', async () => {
    const listOf = async (who: TestUser, path: string, sort: string, order: string): Promise<string[]> => {
      const { body } = await fixtures.call(who, 'GET', `${path}?limit=100&sort=${sort}&order=${order}`);
      assert.equal(body.total, body.items.length);
      return body.items.map((item: Record<string, string>) => item[sort]);
    };
    for (const project of [fixtures.yard, await fixtures.createProject(boris, 'Barn')]) {
      fixtures.advanceClock(1_000);
      assert.equal((await invite(boris, ivan.id, project)).status, 200);
    }
    const workers = `/projects/${fixtures.tower}/workers`;
    for (const [who, path, sorts] of [
      [anna, workers, ['name', 'created_at', 'email', 'id']],
      [ivan, '/invitations', ['invited_at', 'expires_at', 'project_name']],
    ] as const) {
      for (const sort of sorts) {
        const rising = await listOf(who, path, sort, 'asc');
        assert(new Set(rising).size > 1, sort);
        assert.deepEqual(rising, rising.toSorted(), sort);
        assert.deepEqual(await listOf(who, path, sort, 'desc'), rising.toReversed(), sort);
      }
    }
  });
});
