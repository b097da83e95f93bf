import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';

const fixtures = await Fixtures.create();
const { root, anna, boris, wanda, ivan, oleg } = fixtures;

describe('projects', () => {
  it('POST /projects by a client creates a project of that client, whatever client_id it sends', async () => {
    for (const client_id of [undefined, boris.id, 5, 'x', null]) {
      const { status, body } = await fixtures.call(anna, 'POST', '/projects', { name: ` Own ${client_id} `, client_id });
      assert.equal(status, 201);
      assert.deepEqual(Object.keys(body).sort(), ['client_id', 'client_name', 'created_at', 'id', 'is_active', 'name']);
      assert.deepEqual(
        [body.client_id, body.client_name, body.name, body.is_active],
        [anna.id, 'anna', `Own ${client_id}`, true],
      );
    }
  });

  it('POST /projects by an admin returns 400 without client_id or when it is not a client', async () => {
    const create = (client_id?: unknown) => fixtures.call(root, 'POST', '/projects', { name: 'By root', client_id });
    assert.equal((await create(anna.id)).body.client_id, anna.id);
    for (const owner of [undefined, null, wanda.id, root.id, crypto.randomUUID(), 'x', 5])
      assert.equal((await create(owner)).status, 400, String(owner));
  });

  it('POST /projects returns 400 for a malformed name and 409 for a name that the same client already uses', async () => {
    for (const name of ['  x  ', 'Tow\u0000er', '\ud800xx']) {
      assert.equal((await fixtures.call(anna, 'POST', '/projects', { name })).status, 400, JSON.stringify(name));
    }
    assert.equal((await fixtures.call(anna, 'POST', '/projects', { name: ' Tower ' })).status, 409);
    assert.equal((await fixtures.call(boris, 'POST', '/projects', { name: 'Tower' })).status, 201);
    assert.equal((await fixtures.call(anna, 'POST', '/projects', { name: 'tower' })).status, 201, 'case matters');
    assert.equal(
      (await fixtures.call(anna, 'POST', '/projects', { name: '😀'.repeat(200) })).status,
      201,
      'characters, not units',
    );
  });

  it('PATCH /projects/{id} changes only the fields that are sent', async () => {
    const id = await fixtures.createProject(anna, 'Changing');
    const patch = (body: unknown) => fixtures.call(anna, 'PATCH', `/projects/${id}`, body);
    assert.deepEqual((await patch({ is_active: false })).body.is_active, false);
    const renamed = await patch({ name: 'Changed', client_id: boris.id, id: 1 });
    assert.deepEqual([renamed.body.name, renamed.body.is_active, renamed.body.client_id], ['Changed', false, anna.id]);
    for (const body of [{}, { name: null }, { unknown: 1 }, [], 'text', undefined]) {
      assert.equal((await patch(body)).status, 400, JSON.stringify(body));
    }
    assert.equal((await patch({ name: 'Tower' })).status, 409);
  });

  it('GET /projects lists the newest first, to a client its own and to an admin those of any owner', async () => {
    const list = async (who: TestUser, query = '') => (await fixtures.call(who, 'GET', `/projects?limit=100&${query}`)).body;
    const own = await list(anna, `client_id=${boris.id}`);
    assert(own.total > 3 && own.items.every((p: { client_id: string }) => p.client_id === anna.id));
    const ids = own.items.map((p: { id: number }) => p.id);
    assert.deepEqual(
      ids,
      [...ids].sort((a, b) => b - a),
    );
    assert.equal((await list(root, `client_id=${boris.id}`)).total, 2);
    assert.equal((await fixtures.call(root, 'GET', '/projects?client_id=x')).status, 400);
    const names = (await list(anna, 'sort=name')).items.map((p: { name: string }) => p.name);
    assert.deepEqual(names, [...names].sort(new Intl.Collator('en', { caseFirst: 'lower' }).compare));
    assert.deepEqual((await list(anna, 'sort=id')).items, own.items);
    assert.equal((await fixtures.call(anna, 'GET', '/projects?sort=client_id')).status, 400);
  });

  it('DELETE /projects/{id} by an admin deletes the project with everything in it', async () => {
    const id = await fixtures.createProject(boris, 'Deleted');
    const object = await fixtures.createObject(boris, id, 'Shed');
    await fixtures.addMember(id, wanda, 'active');
    const ticket = await fixtures.createTicket({}, boris, object);
    await fixtures.call(wanda, 'PATCH', `/tickets/${ticket}/take`);
    assert.deepEqual((await fixtures.call(root, 'DELETE', `/projects/${id}`)).body, { ok: true });
    for (const url of [
      `/projects/${id}`,
      `/tickets/${ticket}`,
      `/tickets/${ticket}/events`,
      `/projects/${id}/objects`,
      `/projects/${id}/workers`,
    ]) {
      assert.equal((await fixtures.call(root, 'GET', url)).status, 404, url);
    }
  });
});

describe('objects', () => {
  const url = (project = fixtures.tower) => `/projects/${project}/objects`;
  const roof = (fields: object = {}) => ({ name: 'Roof', address: 'Hill 12', ...fields });

  it('POST /projects/{id}/objects returns 201 to the owner and to admins', async () => {
    const { status, body } = await fixtures.call(anna, 'POST', url(), roof({ name: ' Roof ' }));
    assert.equal(status, 201);
    const { id, ...object } = body;
    assert(Number.isInteger(id));
    assert.deepEqual(object, {
      project_id: fixtures.tower,
      project_name: 'Tower',
      name: 'Roof',
      address: 'Hill 12',
      is_active: true,
      created_at: fixtures.now.toISOString(),
    });
    assert.equal((await fixtures.call(root, 'POST', url(), roof({ name: 'Roof 2' }))).status, 201);
    assert.equal((await fixtures.call(anna, 'POST', url(), roof())).status, 409);
  });

  it('POST /projects/{id}/objects returns 409 in a disabled project', async () => {
    const off = await fixtures.createProject(anna, 'Off');
    await fixtures.call(anna, 'PATCH', `/projects/${off}`, { is_active: false });
    assert.equal((await fixtures.call(anna, 'POST', url(off), roof())).status, 409);
  });

  it('GET /projects/{id}/objects lists objects by name, or in another order', async () => {
    const { body } = await fixtures.call(anna, 'GET', `${url()}?limit=2`);
    assert.deepEqual(
      body.items.map((o: { name: string }) => o.name),
      ['Lobby', 'Roof'],
    );
    assert.equal(body.total, 3);
    fixtures.advanceClock(1_000);
    await fixtures.createObject(anna, fixtures.tower, 'Attic');
    const namesBy = async (query: string): Promise<string[]> =>
      (await fixtures.call(root, 'GET', `${url()}?${query}`)).body.items.map(({ name }: { name: string }) => name);
    for (const sort of ['created_at', 'id']) {
      assert.deepEqual((await namesBy(`sort=${sort}&order=asc`)).at(-1), 'Attic');
      assert.deepEqual((await namesBy(`sort=${sort}&order=desc`))[0], 'Attic');
    }
    assert.deepEqual(await namesBy('sort=name&order=desc'), ['Roof 2', 'Roof', 'Lobby', 'Attic']);
    assert.equal((await fixtures.call(root, 'GET', `${url()}?sort=address`)).status, 400);
  });

  it('PATCH /objects/{id} changes only the fields that are sent and returns 404 for foreign and missing objects', async () => {
    const id = await fixtures.createObject(anna, fixtures.tower, 'Shaft');
    const patch = (who: TestUser, body: unknown, target: unknown = id) => fixtures.call(who, 'PATCH', `/objects/${target}`, body);
    const changed = await patch(anna, { address: 'New street 9', project_id: fixtures.yard });
    assert.deepEqual(
      [changed.status, changed.body.address, changed.body.name, changed.body.project_id],
      [200, 'New street 9', 'Shaft', fixtures.tower],
    );
    assert.equal((await patch(root, { is_active: false })).body.is_active, false);
    assert.equal((await patch(anna, { name: 'Lobby' })).status, 409);
    assert.deepEqual((await patch(boris, { name: 'Stolen' })).body, (await patch(boris, { name: 'Stolen' }, 999_999)).body);
    assert.equal((await patch(boris, { name: 'Stolen' })).status, 404);
    for (const body of [{}, { name: 'x' }, { address: null }, { is_active: 1 }])
      assert.equal((await patch(anna, body)).status, 400);
  });
});

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
