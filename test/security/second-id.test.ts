import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Person, World } from '../../testing/fixtures.ts';
import { form, photo } from '../../testing/photo-files.ts';

// Outline (CVE-2026-41649) checked the collection and not the document, OpenProject
// (CVE-2026-40896) and FreeScout (CVE-2026-40591) a right in any project instead of this one,
// Zammad (CVE-2026-34722) the ticket and not its `link`. Here every id of a request, in the path,
// in the body and in the query, is looked at together with the others and with who asks.

const world = await World.create();
const { anna, boris, root, wanda, ivan, oleg, tower, lobby, yard, gate } = world;
const second = await world.project(anna, 'Second');
const attic = await world.object(anna, second, 'Attic');
const upload = async (who: Person, id: number) => {
  const { body, headers } = form([{ name: 'lamp.jpg', bytes: photo() }]);
  return (await world.call(who, 'POST', `/tickets/${id}/photos`, body, headers)).body;
};
const members = async (project: number): Promise<Record<string, string>> => {
  const { body } = await world.call(root, 'GET', `/projects/${project}/workers?limit=100`);
  return Object.fromEntries(body.items.map(({ name, status }: { name: string; status: string }) => [name, status]));
};
const total = async (who: Person, url: string): Promise<number> => (await world.call(who, 'GET', url)).body.total;

describe('a photo', () => {
  it('is removed under its own ticket only: 404 elsewhere, 403 where the ticket is not seen', async () => {
    const [one, two] = [await world.ticketIn('in_progress'), await world.ticketIn('in_progress')];
    const { id } = await upload(wanda, one);
    const remove = (who: Person, ticket: unknown, photoId: unknown) =>
      world.call(who, 'DELETE', `/tickets/${ticket}/photos/${photoId}`);
    for (const [who, ticket, photoId, status] of [
      [wanda, two, id, 404],
      [root, two, id, 404],
      [oleg, one, id, 403],
      [anna, one, id, 403],
      [boris, one, id, 403],
      [wanda, 999_999, id, 404],
      [wanda, one, 999_999, 404],
      [wanda, 'x', id, 400],
      [wanda, one, 'x', 400],
    ] as const) {
      assert.equal((await remove(who, ticket, photoId)).status, status, `${who.name} ${ticket} ${photoId}`);
    }
    assert.equal(await total(anna, `/tickets/${one}/photos`), 1);
    const { body: journal } = await world.call(anna, 'GET', `/tickets/${two}/events`);
    assert.equal(journal.total, 3, 'and the other ticket`s journal says nothing of it');
  });
});

describe('a member', () => {
  it('is removed from the project of the path only', async () => {
    const remove = (who: Person, project: number, worker: Person) =>
      world.call(who, 'DELETE', `/projects/${project}/workers/${worker.id}`);
    await world.member(yard, oleg, 'active');
    for (const [who, project, worker] of [
      [anna, second, wanda],
      [anna, yard, oleg],
      [anna, tower, oleg],
      [boris, tower, wanda],
      [boris, yard, wanda],
      [root, second, wanda],
    ] as const) {
      assert.equal((await remove(who, project, worker)).status, 404, `${who.name} ${project} ${worker.name}`);
    }
    assert.deepEqual([await members(tower), await members(yard)], [{ ivan: 'invited', wanda: 'active' }, { oleg: 'active' }]);
  });

  it('is invited to a project of the caller only, and answers for the project of its invitation', async () => {
    const guest = await world.addPerson('guest', 'worker');
    assert.equal((await world.call(boris, 'POST', `/projects/${tower}/workers`, { worker_id: guest.id })).status, 404);
    assert.equal((await world.call(anna, 'POST', `/projects/${yard}/workers`, { worker_id: guest.id })).status, 404);
    for (const verb of ['accept', 'decline']) {
      assert.equal((await world.call(ivan, 'POST', `/projects/${yard}/invitation/${verb}`)).status, 404);
      assert.equal((await world.call(guest, 'POST', `/projects/${tower}/invitation/${verb}`)).status, 404, 'ivan`s');
    }
    assert.deepEqual(await members(tower), { ivan: 'invited', wanda: 'active' });
  });

  it('of another project of the same owner gets no ticket of this one', async () => {
    const elsewhere = await world.addPerson('elsewhere', 'worker');
    await world.member(second, elsewhere, 'active');
    const [here, there] = [await world.newTicket(), await world.newTicket({}, anna, attic)];
    const assign = (id: number, worker: Person, who = anna) =>
      world.call(who, 'PATCH', `/tickets/${id}/assign`, { worker_id: worker.id });
    assert.equal((await assign(here, elsewhere)).status, 400);
    assert.equal((await assign(there, wanda)).status, 400);
    assert.equal((await assign(here, oleg, root)).status, 400, 'a member of boris`s');
    assert.equal((await assign(here, wanda, boris)).status, 403);
    assert.equal((await world.call(elsewhere, 'PATCH', `/tickets/${here}/take`)).status, 400);
    assert.equal((await assign(there, elsewhere)).status, 200);
  });
});

describe('a foreign object', () => {
  const rule = { anchor_at: '2026-04-01T08:00:00Z', category: 'other', description: 'Check the lift', period_days: 7 };
  const recurring = { anchor_at: '2026-04-01T08:00:00Z', period_days: 7 };
  const ticket = { category: 'other', description: 'The lamp is dark' };

  it('takes neither tickets nor rules, nor a ticket with a rule, and leaves nothing behind', async () => {
    const [tickets, rules] = [await total(root, '/tickets'), await total(root, '/recurring')];
    for (const [who, object] of [
      [anna, gate],
      [boris, lobby],
    ] as const) {
      for (const [url, body] of [
        ['/tickets', ticket],
        ['/tickets', { ...ticket, recurring }],
        ['/recurring', rule],
      ] as const) {
        const foreign = await world.call(who, 'POST', url, { ...body, object_id: object });
        const missing = await world.call(who, 'POST', url, { ...body, object_id: 999_999 });
        assert.deepEqual([foreign.status, foreign.body], [404, missing.body], `${who.name} ${url}`);
      }
    }
    assert.deepEqual([await total(root, '/tickets'), await total(root, '/recurring')], [tickets, rules]);
  });

  it('is not reached by changing a rule, an object or a project into it', async () => {
    const { body: made } = await world.call(anna, 'POST', '/recurring', { ...rule, object_id: lobby });
    const moved = { object_id: gate, project_id: yard, client_id: boris.id };
    const { body: kept } = await world.call(anna, 'PATCH', `/recurring/${made.id}`, { ...moved, floor: '4' });
    assert.deepEqual([kept.object_id, kept.project_id, kept.client_id], [lobby, tower, anna.id]);
    const { body: object } = await world.call(anna, 'PATCH', `/objects/${attic}`, { ...moved, name: 'Loft' });
    assert.equal(object.project_id, second);
    const { body: project } = await world.call(anna, 'PATCH', `/projects/${second}`, { ...moved, name: 'Second 2' });
    assert.equal(project.client_id, anna.id);
  });

  it('gives nothing to whoever filters by it', async () => {
    await world.newTicket({}, boris, gate);
    await world.call(boris, 'POST', '/recurring', { ...rule, object_id: gate });
    for (const url of [`/tickets?project_id=${yard}`, `/tickets?object_id=${gate}`, `/recurring?project_id=${yard}`]) {
      assert((await total(boris, url)) > 0, url);
      assert.equal(await total(anna, url), 0, url);
    }
    const all = await total(anna, '/projects');
    assert.equal(await total(anna, `/projects?client_id=${boris.id}`), all, 'an admin`s filter opens nothing to others');
    const own = await total(anna, '/tickets');
    assert.equal(await total(anna, `/tickets?client_id=${boris.id}&worker_id=${oleg.id}`), own);
    assert.equal(await total(wanda, `/tickets?worker_id=${oleg.id}`), await total(wanda, '/tickets'));
  });
});

it('an account that a project is made for must be a client', async () => {
  for (const id of [root.id, wanda.id, crypto.randomUUID()])
    assert.equal((await world.call(root, 'POST', '/projects', { name: 'For nobody', client_id: id })).status, 400);
});
