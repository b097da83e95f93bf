import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Fixtures } from '../testing/fixtures.ts';

// Who has how much to do, for the board: /ext/workload.

const fixtures = await Fixtures.create();
const { root, wanda, oleg, tower } = fixtures;
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
