import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Workload } from '../src/product/tickets/workload/queries.ts';
import { Fixtures } from '../testing/fixtures.ts';

// Who has how much to do: for the board, for assigning a ticket, and before an account is disabled.

const fixtures = await Fixtures.create();
const { root, anna, boris, wanda, oleg, tower, yard, gate } = fixtures;
const workload = async (query = '') => (await fixtures.call(root, 'GET', `/ext/workload${query}`)).body;

it('GET /ext/workload counts the unclosed tickets of each worker by status', async () => {
  assert.deepEqual(await workload(), { items: [], total: 0, limit: 20, offset: 0 });
  await fixtures.addMember(tower, oleg, 'active');
  for (const status of ['new', 'assigned', 'in_progress', 'done', 'done', 'rejected', 'closed'])
    await fixtures.createTicketWithStatus(status);
  const id = await fixtures.createTicket();
  await fixtures.call(root, 'PATCH', `/tickets/${id}/assign`, { worker_id: oleg.id });
  const none = { assigned: 0, in_progress: 0, rejected: 0, done: 0 };
  const ofWanda = { worker_id: wanda.id, worker_name: 'wanda', open: 5, assigned: 1, in_progress: 1, rejected: 1, done: 2 };
  const ofOleg = { ...none, worker_id: oleg.id, worker_name: 'oleg', open: 1, assigned: 1 };
  assert.deepEqual(await workload(), { items: [ofWanda, ofOleg], total: 2, limit: 20, offset: 0 });
  assert.deepEqual((await workload('?sort=name')).items, [ofOleg, ofWanda]);
  assert.deepEqual(await workload('?limit=1&offset=1'), { items: [ofOleg], total: 2, limit: 1, offset: 1 });
});

describe('GET /ext/projects/{id}/workload', () => {
  const none = { open: 0, assigned: 0, in_progress: 0, rejected: 0, done: 0 };
  const ofProject = (who: typeof root, project: number, query = '') =>
    fixtures.call(who, 'GET', `/ext/projects/${project}/workload${query}`);

  it('GET /ext/projects/{id}/workload lists every active member, those without work too', async () => {
    const idle = await fixtures.createUser('idle', 'worker');
    const declined = await fixtures.createUser('declined', 'worker');
    await fixtures.addMember(tower, idle, 'active');
    await fixtures.addMember(tower, declined, 'declined');
    const ofWanda = { worker_id: wanda.id, worker_name: 'wanda', open: 5, assigned: 1, in_progress: 1, rejected: 1, done: 2 };
    const ofOleg = { ...none, worker_id: oleg.id, worker_name: 'oleg', open: 1, assigned: 1 };
    const ofIdle = { ...none, worker_id: idle.id, worker_name: 'idle' };
    for (const who of [root, anna]) {
      assert.deepEqual((await ofProject(who, tower)).body, { items: [ofWanda, ofOleg, ofIdle], total: 3, limit: 20, offset: 0 });
    }
    assert.deepEqual((await ofProject(anna, tower, '?sort=name')).body.items, [ofIdle, ofOleg, ofWanda]);
    assert.deepEqual((await ofProject(anna, tower, '?order=asc&limit=1')).body, {
      items: [ofIdle],
      total: 3,
      limit: 1,
      offset: 0,
    });
  });

  it('GET /ext/projects/{id}/workload counts the tickets of other projects of the client, but none of other clients', async () => {
    const annex = await fixtures.createProject(anna, 'Annex');
    const hall = await fixtures.createObject(anna, annex, 'Hall');
    for (const project of [annex, yard]) await fixtures.addMember(project, oleg, 'active');
    for (const [who, object] of [
      [anna, hall],
      [boris, gate],
      [boris, gate],
    ] as const) {
      const id = await fixtures.createTicket({}, who, object);
      assert.equal((await fixtures.call(oleg, 'PATCH', `/tickets/${id}/take`)).status, 200);
    }
    const openOf = async (who: typeof root, project: number) =>
      (await ofProject(who, project)).body.items.find((item: { worker_id: string }) => item.worker_id === oleg.id).open;
    assert.deepEqual(
      [await openOf(anna, tower), await openOf(anna, annex), await openOf(boris, yard), await openOf(root, tower)],
      [2, 2, 2, 4],
    );
  });

  it('GET /ext/projects/{id}/workload keeps a member who was disabled, with the tickets that wait for it', async () => {
    const gone = await fixtures.createUser('gone', 'worker');
    await fixtures.addMember(yard, gone, 'active');
    const id = await fixtures.createTicket({}, boris, gate);
    await fixtures.call(gone, 'PATCH', `/tickets/${id}/take`);
    assert.equal((await fixtures.call(boris, 'PATCH', `/users/${gone.id}`, { is_active: false })).status, 200);
    const { body } = await ofProject(boris, yard);
    assert.deepEqual(
      body.items.map(({ worker_name, open }: Workload) => [worker_name, open]),
      [
        ['oleg', 2],
        ['gone', 1],
      ],
    );
  });
});

describe('GET /ext/users/{id}/open-work', () => {
  const openWork = async (who: typeof root, id: string, query = '') =>
    (await fixtures.call(who, 'GET', `/ext/users/${id}/open-work${query}`)).body;

  it('GET /ext/users/{id}/open-work lists the unclosed tickets of a worker as GET /tickets does', async () => {
    const statuses = ['assigned', 'in_progress', 'done', 'rejected'];
    const lists = statuses.map((status) => fixtures.call(root, 'GET', `/tickets?worker_id=${wanda.id}&status=${status}`));
    const tickets = (await Promise.all(lists)).flatMap(({ body }) => body.items);
    assert.equal(tickets.length, 5);
    const byId = tickets.sort((a, b) => b.id - a.id);
    for (const who of [root, anna]) {
      assert.deepEqual(await openWork(who, wanda.id, '?sort=id'), { items: byId, total: 5, limit: 20, offset: 0 });
    }
    const asc = await openWork(anna, wanda.id, '?sort=id&order=asc&limit=2&offset=1');
    assert.deepEqual(asc, { items: byId.reverse().slice(1, 3), total: 5, limit: 2, offset: 1 });
  });

  it('GET /ext/users/{id}/open-work shows a client the tickets of its own projects only', async () => {
    const clients = async (who: typeof root) =>
      (await openWork(who, oleg.id)).items.map((ticket: { client_name: string }) => ticket.client_name).sort();
    assert.deepEqual(await clients(anna), ['anna', 'anna']);
    assert.deepEqual(await clients(boris), ['boris', 'boris']);
    assert.deepEqual(await clients(root), ['anna', 'anna', 'boris', 'boris']);
  });
});
