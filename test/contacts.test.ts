import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Fixtures } from '../testing/fixtures.ts';

const fixtures = await Fixtures.create();
const { root, anna, boris, wanda } = fixtures;
const contactsOf = (who: typeof root, id: number) => fixtures.call(who, 'GET', `/ext/tickets/${id}/contacts`);

await fixtures.transaction(async (tx) => {
  await tx.updateTable('users').set({ phone: '+49 30 111' }).where('id', '=', anna.id).execute();
  await tx.updateTable('users').set({ phone: '+49 30 222' }).where('id', '=', wanda.id).execute();
});
const ofAnna = { name: 'anna', phone: '+49 30 111' };
const ofWanda = { name: 'wanda', phone: '+49 30 222' };

describe('GET /ext/tickets/{id}/contacts', () => {
  it('GET /ext/tickets/{id}/contacts returns the client, and null for the worker until one is assigned', async () => {
    const id = await fixtures.createTicket();
    for (const who of [root, anna, wanda]) {
      const { status, body } = await contactsOf(who, id);
      assert.deepEqual([status, body], [200, { client: ofAnna, worker: null }], who.name);
    }
    await fixtures.call(wanda, 'PATCH', `/tickets/${id}/take`);
    for (const who of [root, anna, wanda])
      assert.deepEqual((await contactsOf(who, id)).body, { client: ofAnna, worker: ofWanda });
  });

  it('GET /ext/tickets/{id}/contacts returns both contacts of a closed ticket, and no worker of one that was canceled as new', async () => {
    assert.deepEqual((await contactsOf(wanda, await fixtures.createTicketWithStatus('closed'))).body, {
      client: ofAnna,
      worker: ofWanda,
    });
    const id = await fixtures.createTicket();
    await fixtures.call(anna, 'PATCH', `/tickets/${id}/cancel`, { reason: 'a mistake' });
    assert.deepEqual((await contactsOf(anna, id)).body, { client: ofAnna, worker: null });
  });

  it('GET /ext/tickets/{id}/contacts returns no phone of the client to a worker who has left the project', async () => {
    const igor = await fixtures.createUser('Igor', 'worker');
    await fixtures.addMember(fixtures.tower, igor, 'active');
    const id = await fixtures.createTicket();
    await fixtures.call(igor, 'PATCH', `/tickets/${id}/take`);
    await fixtures.call(anna, 'PATCH', `/tickets/${id}/cancel`, { reason: 'a mistake' });
    assert.equal((await contactsOf(igor, id)).body.client.phone, '+49 30 111');
    const removed = await fixtures.call(anna, 'DELETE', `/projects/${fixtures.tower}/workers/${igor.id}`);
    assert.equal(removed.status, 200, JSON.stringify(removed.body));
    const { status, body } = await contactsOf(igor, id);
    assert.deepEqual([status, body.client], [200, { name: 'anna', phone: '' }]);
    assert.equal((await contactsOf(anna, id)).body.client.phone, '+49 30 111');
  });

  it('GET /ext/tickets/{id}/contacts returns an empty phone for an account without one', async () => {
    const id = await fixtures.createTicket({}, boris, fixtures.gate);
    assert.deepEqual((await contactsOf(boris, id)).body, { client: { name: 'boris', phone: '' }, worker: null });
  });
});
