import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Fixtures, type TestUser } from '../../testing/fixtures.ts';
import { multipartForm, photo } from '../../testing/photo-files.ts';

// Vaultwarden (CVE-2026-43913) looked at the type of a membership and not at its status: an owner
// who had never confirmed could purge the vault. FreeScout (CVE-2026-41902) let invitations be
// answered for ever. Here only an accepted invitation makes a member, in every place that asks.

const fixtures = await Fixtures.create();
const { anna, root, wanda, tower } = fixtures;
const week = 7 * 86_400_000;

const declined = await fixtures.createUser('declined', 'worker');
const expired = await fixtures.createUser('expired', 'worker');
const removed = await fixtures.createUser('removed', 'worker');
await fixtures.addMember(tower, declined, 'declined');
await fixtures.addMember(tower, expired, 'invited');
await fixtures.addMember(tower, removed, 'active');
await fixtures.call(anna, 'DELETE', `/projects/${tower}/workers/${removed.id}`);
fixtures.advanceClock(week);
const invited = await fixtures.createUser('invited', 'worker');
await fixtures.addMember(tower, invited, 'invited');
const outsiders: TestUser[] = [invited, expired, declined, removed, fixtures.oleg];

describe('workers without an accepted invitation', () => {
  it('a worker without an accepted invitation can neither take a ticket nor be assigned one', async () => {
    const id = await fixtures.createTicket();
    for (const who of outsiders) {
      assert.equal((await fixtures.call(who, 'PATCH', `/tickets/${id}/take`)).status, 400, who.name);
      for (const owner of [anna, root])
        assert.equal((await fixtures.call(owner, 'PATCH', `/tickets/${id}/assign`, { worker_id: who.id })).status, 400, who.name);
    }
    assert.equal((await fixtures.call(anna, 'GET', `/tickets/${id}`)).body.status, 'new');
    assert.equal((await fixtures.call(wanda, 'PATCH', `/tickets/${id}/take`)).status, 200, 'a member does');
  });

  it('a worker without an accepted invitation sees no free ticket and none of its events and photos', async () => {
    const id = await fixtures.createTicket();
    for (const who of outsiders) {
      for (const sibling of ['', '/events', '/photos'])
        assert.equal((await fixtures.call(who, 'GET', `/tickets/${id}${sibling}`)).status, 403, `${who.name} ${sibling}`);
      const { body } = await fixtures.call(who, 'GET', `/tickets?project_id=${tower}`);
      assert.deepEqual([body.total, body.items], [0, []], who.name);
    }
    assert((await fixtures.call(wanda, 'GET', `/tickets?project_id=${tower}`)).body.total > 0);
  });

  it('a worker without an accepted invitation cannot change a ticket of the project, even with an assignment to them', async () => {
    for (const who of outsiders) {
      const id = await fixtures.createTicketWithStatus('in_progress');
      const { body, headers } = multipartForm([{ name: 'lamp.jpg', bytes: photo() }]);
      const upload = () => fixtures.call(who, 'POST', `/tickets/${id}/photos`, body, headers);
      assert.equal((await upload()).status, 403, who.name);
      await fixtures.transaction((tx) => tx.updateTable('tickets').set({ worker_id: who.id }).where('id', '=', id).execute());
      assert.equal((await upload()).status, 403, `${who.name}, assigned`);
    }
  });

  it('the client can neither disable, delete nor remove a worker without an accepted invitation', async () => {
    for (const who of outsiders) {
      assert.equal((await fixtures.call(anna, 'PATCH', `/users/${who.id}`, { is_active: false })).status, 404, who.name);
      assert.equal((await fixtures.call(anna, 'DELETE', `/users/${who.id}`)).status, 404, who.name);
      assert.equal((await fixtures.call(anna, 'DELETE', `/projects/${tower}/workers/${who.id}`)).status, 404, who.name);
    }
  });
});

describe('invitations', () => {
  it('an invitation can be answered once, in time and only by the invited worker', async () => {
    const answer = (who: TestUser, verb: string) => fixtures.call(who, 'POST', `/projects/${tower}/invitation/${verb}`);
    for (const verb of ['accept', 'decline']) {
      assert.equal((await answer(expired, verb)).status, 409, `expired ${verb}`);
      assert.equal((await answer(declined, verb)).status, 409, `declined ${verb}`);
      for (const who of [removed, fixtures.oleg]) assert.equal((await answer(who, verb)).status, 404, `${who.name} ${verb}`);
      assert.equal((await answer(anna, verb)).status, 403);
    }
    assert.equal((await answer(invited, 'accept')).status, 200);
    assert.equal((await answer(invited, 'decline')).status, 409, 'a member does not fall back by declining');
    const id = await fixtures.createTicket();
    assert.equal((await fixtures.call(invited, 'PATCH', `/tickets/${id}/take`)).status, 200);
  });

  it('concurrent accept and decline of an invitation have one winner', async () => {
    for (let round = 0; round < 5; round++) {
      const worker = await fixtures.createUser(`torn-${round}`, 'worker');
      await fixtures.addMember(tower, worker, 'invited');
      const verbs = Array.from({ length: 10 }, (_, i) => (i % 2 ? 'accept' : 'decline'));
      const answers = await Promise.all(
        verbs.map((verb) => fixtures.call(worker, 'POST', `/projects/${tower}/invitation/${verb}`)),
      );
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(9).fill(409)]);
      const winner = verbs[answers.findIndex(({ status }) => status === 200)];
      const id = await fixtures.createTicket();
      const { status } = await fixtures.call(worker, 'PATCH', `/tickets/${id}/take`);
      assert.equal(status, winner === 'accept' ? 200 : 400);
    }
  });
});
