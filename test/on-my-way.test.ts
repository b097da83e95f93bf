import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { filterByCondition } from '../src/outbound/notifications/conditions.ts';
import { hours, minutes } from '../src/platform/lib/duration.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';

// Workers who tell the client that they are on the way.

const fixtures = await Fixtures.create();
const { root, anna, wanda, tower } = fixtures;
const olga = await fixtures.createUser('olga', 'worker');
await fixtures.addMember(tower, olga, 'active');
const start = fixtures.now;
beforeEach(() => {
  fixtures.now = start;
});

const announce = (id: number, who: TestUser = wanda) => fixtures.call(who, 'POST', `/ext/tickets/${id}/on-my-way`);
const details = async (id: number, who: TestUser = anna) => (await fixtures.call(who, 'GET', `/ext/tickets/${id}`)).body;
const later = (ms: number): void => {
  fixtures.now = new Date(fixtures.now.getTime() + ms);
};
async function told(who: TestUser, id: number) {
  await fixtures.deliver('notifications');
  const { body } = await fixtures.call(who, 'GET', '/ext/notifications?limit=100');
  return body.items.filter(
    ({ event, ticket_id }: { event: string; ticket_id: number }) => event === 'worker_on_the_way' && ticket_id === id,
  );
}

describe('POST /ext/tickets/{id}/on-my-way', () => {
  it('tells the client and nobody else, and the ticket shows when', async () => {
    const id = await fixtures.createTicketWithStatus('assigned');
    assert.equal((await details(id)).on_my_way_at, null);
    const at = fixtures.now.toISOString();
    const { status, body } = await announce(id);
    assert.deepEqual([status, body], [200, { at }]);
    assert.equal((await details(id)).on_my_way_at, at);
    const [{ params }, ...others] = await told(anna, id);
    assert.deepEqual([params.actor_name, others.length], ['wanda', 0]);
    for (const who of [wanda, root]) assert.deepEqual(await told(who, id), []);
  });

  it('returns 429 until a quarter of an hour has passed, one of two at once too, and tells a client again after it', async () => {
    const id = await fixtures.createTicketWithStatus('in_progress');
    const statuses = (await Promise.all([announce(id), announce(id)])).map(({ status }) => status);
    assert.deepEqual(statuses.sort(), [200, 429]);
    later(minutes(14));
    const { status, headers } = await announce(id);
    assert.deepEqual([status, headers['retry-after']], [429, '60']);
    later(minutes(1));
    assert.equal((await announce(id)).status, 200);
    assert.equal((await told(anna, id)).length, 2);
  });

  it('forgets it when the work is done or another worker has the ticket, who can say so at once', async () => {
    const id = await fixtures.createTicketWithStatus('assigned');
    await announce(id);
    const reassigned = await fixtures.call(root, 'POST', `/ext/tickets/${id}/reassign`, { worker_id: olga.id });
    assert.equal(reassigned.status, 200, JSON.stringify(reassigned.body));
    assert.equal((await details(id)).on_my_way_at, null);
    assert.equal((await announce(id)).status, 403);
    assert.equal((await announce(id, olga)).status, 200);
    await fixtures.call(olga, 'PATCH', `/tickets/${id}/start`);
    assert.notEqual((await details(id)).on_my_way_at, null);
    await fixtures.call(olga, 'PATCH', `/tickets/${id}/done`);
    assert.equal((await details(id)).on_my_way_at, null);
  });

  it('sends no message any more when the work is done, or two hours have passed', async () => {
    const id = await fixtures.createTicketWithStatus('in_progress');
    await announce(id);
    const [{ id: notification }] = await told(anna, id);
    const conditionHolds = async () =>
      (await filterByCondition(fixtures.db.read, [notification], fixtures.now)).has(notification);
    assert.equal(await conditionHolds(), true);
    later(hours(2));
    assert.equal(await conditionHolds(), false);
    fixtures.now = start;
    await fixtures.call(wanda, 'PATCH', `/tickets/${id}/done`);
    assert.equal(await conditionHolds(), false);
  });
});
