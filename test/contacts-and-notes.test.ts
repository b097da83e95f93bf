import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Fixtures } from '../testing/fixtures.ts';

const fixtures = await Fixtures.create();
const { root, anna, boris, wanda, oleg, ivan, lobby, tower } = fixtures;
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

describe('notes of an object', () => {
  const url = `/ext/objects/${lobby}/notes`;
  const read = async (who: typeof root) => fixtures.call(who, 'GET', url);

  it('notes of an object are empty until somebody writes them, and are replaced as a whole', async () => {
    assert.deepEqual((await read(wanda)).body, { text: '', updated_at: null });
    const { body } = await fixtures.call(anna, 'PUT', url, { text: '  Key at the porter\n\nRing twice  ' });
    assert.equal(body.text, 'Key at the porter\n\nRing twice');
    for (const who of [root, anna, wanda]) assert.deepEqual((await read(who)).body, body);
    await fixtures.call(root, 'PUT', url, { text: '' });
    assert.equal((await read(wanda)).body.text, '');
  });

  it('notes take up to 2,000 characters, counted as code points', async () => {
    assert.equal((await fixtures.call(anna, 'PUT', url, { text: '🔑'.repeat(2_000) })).status, 200);
  });

  it('a worker reads notes from the day it is a member until it is not', async () => {
    for (const who of [oleg, ivan]) assert.equal((await read(who)).status, 404);
    await fixtures.call(ivan, 'POST', `/projects/${tower}/invitation/accept`);
    assert.equal((await read(ivan)).status, 200);
    await fixtures.call(anna, 'DELETE', `/projects/${tower}/workers/${ivan.id}`);
    assert.equal((await read(ivan)).status, 404);
  });

  it('notes written at the same moment are written one after the other', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => fixtures.call(anna, 'PUT', url, { text: `Key number ${n}` })),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    assert.match((await read(wanda)).body.text, /^Key number \d$/);
  });
});
