import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Fixtures, type TestUser } from '../../testing/fixtures.ts';
import { multipartForm, photo } from '../../testing/photo-files.ts';

// Outline (CVE-2026-41649) checked the collection and not the document, OpenProject
// (CVE-2026-40896) and FreeScout (CVE-2026-40591) a right in any project instead of this one,
// Zammad (CVE-2026-34722) the ticket and not its `link`. Here every id of a request, in the path,
// in the body and in the query, is looked at together with the others and with who asks.

const fixtures = await Fixtures.create();
const { anna, boris, root, wanda, ivan, oleg, tower, lobby, yard, gate } = fixtures;
const second = await fixtures.createProject(anna, 'Second');
const attic = await fixtures.createObject(anna, second, 'Attic');
const upload = async (who: TestUser, id: number) => {
  const { body, headers } = multipartForm([{ name: 'lamp.jpg', bytes: photo() }]);
  return (await fixtures.call(who, 'POST', `/tickets/${id}/photos`, body, headers)).body;
};
const members = async (project: number): Promise<Record<string, string>> => {
  const { body } = await fixtures.call(root, 'GET', `/projects/${project}/workers?limit=100`);
  return Object.fromEntries(body.items.map(({ name, status }: { name: string; status: string }) => [name, status]));
};
const total = async (who: TestUser, url: string): Promise<number> => (await fixtures.call(who, 'GET', url)).body.total;

describe('photo ids', () => {
  it('DELETE /tickets/{id}/photos/{photo_id} returns 404 for a photo of another ticket and 403 for a ticket out of sight', async () => {
    const [one, two] = [
      await fixtures.createTicketWithStatus('in_progress'),
      await fixtures.createTicketWithStatus('in_progress'),
    ];
    const { id } = await upload(wanda, one);
    const remove = (who: TestUser, ticket: unknown, photoId: unknown) =>
      fixtures.call(who, 'DELETE', `/tickets/${ticket}/photos/${photoId}`);
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
    const { body: journal } = await fixtures.call(anna, 'GET', `/tickets/${two}/events`);
    assert.equal(journal.total, 3, 'and the other ticket`s journal says nothing of it');
  });
});

describe('member ids', () => {
  it('DELETE /projects/{id}/workers/{worker_id} removes only a member of the project in the path', async () => {
    const remove = (who: TestUser, project: number, worker: TestUser) =>
      fixtures.call(who, 'DELETE', `/projects/${project}/workers/${worker.id}`);
    await fixtures.addMember(yard, oleg, 'active');
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

  it('POST /projects/{id}/workers returns 404 for a project of another client, and answers count for the invited project only', async () => {
    const guest = await fixtures.createUser('guest', 'worker');
    assert.equal((await fixtures.call(boris, 'POST', `/projects/${tower}/workers`, { worker_id: guest.id })).status, 404);
    assert.equal((await fixtures.call(anna, 'POST', `/projects/${yard}/workers`, { worker_id: guest.id })).status, 404);
    for (const verb of ['accept', 'decline']) {
      assert.equal((await fixtures.call(ivan, 'POST', `/projects/${yard}/invitation/${verb}`)).status, 404);
      assert.equal((await fixtures.call(guest, 'POST', `/projects/${tower}/invitation/${verb}`)).status, 404, 'ivan`s');
    }
    assert.deepEqual(await members(tower), { ivan: 'invited', wanda: 'active' });
  });

  it('a member of one project of an owner can neither take nor be assigned tickets of another one', async () => {
    const elsewhere = await fixtures.createUser('elsewhere', 'worker');
    await fixtures.addMember(second, elsewhere, 'active');
    const [here, there] = [await fixtures.createTicket(), await fixtures.createTicket({}, anna, attic)];
    const assign = (id: number, worker: TestUser, who = anna) =>
      fixtures.call(who, 'PATCH', `/tickets/${id}/assign`, { worker_id: worker.id });
    assert.equal((await assign(here, elsewhere)).status, 400);
    assert.equal((await assign(there, wanda)).status, 400);
    assert.equal((await assign(here, oleg, root)).status, 400, 'a member of boris`s');
    assert.equal((await assign(here, wanda, boris)).status, 403);
    assert.equal((await fixtures.call(elsewhere, 'PATCH', `/tickets/${here}/take`)).status, 400);
    assert.equal((await assign(there, elsewhere)).status, 200);
  });
});

describe('object ids', () => {
  const rule = { anchor_at: '2026-04-01T08:00:00Z', category: 'other', description: 'Check the lift', period_days: 7 };
  const recurring = { anchor_at: '2026-04-01T08:00:00Z', period_days: 7 };
  const ticket = { category: 'other', description: 'The lamp is dark' };

  it('POST /tickets and POST /recurring return 404 for an object of another client and create nothing', async () => {
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
        const foreign = await fixtures.call(who, 'POST', url, { ...body, object_id: object });
        const missing = await fixtures.call(who, 'POST', url, { ...body, object_id: 999_999 });
        assert.deepEqual([foreign.status, foreign.body], [404, missing.body], `${who.name} ${url}`);
      }
    }
    assert.deepEqual([await total(root, '/tickets'), await total(root, '/recurring')], [tickets, rules]);
  });

  it('PATCH cannot move a rule, object or project to another project or owner', async () => {
    const { body: made } = await fixtures.call(anna, 'POST', '/recurring', { ...rule, object_id: lobby });
    const moved = { object_id: gate, project_id: yard, client_id: boris.id };
    const { body: kept } = await fixtures.call(anna, 'PATCH', `/recurring/${made.id}`, { ...moved, floor: '4' });
    assert.deepEqual([kept.object_id, kept.project_id, kept.client_id], [lobby, tower, anna.id]);
    const { body: object } = await fixtures.call(anna, 'PATCH', `/objects/${attic}`, { ...moved, name: 'Loft' });
    assert.equal(object.project_id, second);
    const { body: project } = await fixtures.call(anna, 'PATCH', `/projects/${second}`, { ...moved, name: 'Second 2' });
    assert.equal(project.client_id, anna.id);
  });

  it('filters by ids of another client return empty lists', async () => {
    await fixtures.createTicket({}, boris, gate);
    await fixtures.call(boris, 'POST', '/recurring', { ...rule, object_id: gate });
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

it('POST /projects by an admin returns 400 when client_id is not a client', async () => {
  for (const id of [root.id, wanda.id, crypto.randomUUID()])
    assert.equal((await fixtures.call(root, 'POST', '/projects', { name: 'For nobody', client_id: id })).status, 400);
});
