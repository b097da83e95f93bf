import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Fixtures, type TestUser } from '../../testing/fixtures.ts';
import { multipartForm, photo } from '../../testing/photo-files.ts';

const fixtures = await Fixtures.create();
const { root, anna, boris, wanda, oleg, lobby } = fixtures;
const rosa = await fixtures.createUser('rosa', 'admin');
type Method = Parameters<Fixtures['call']>[1];

/** Sends a request of one account that acts for another. */
const callFor = (sender: TestUser, principal: string, method: Method, url: string, body?: unknown, headers = {}) =>
  fixtures.call(sender, method, url, body, { 'act-for': principal, ...headers });
const ticket = { category: 'electric', description: 'The lamp is dark', object_id: lobby };
const lastEntry = async (id: number) => (await fixtures.call(root, 'GET', `/tickets/${id}/events`)).body.items.at(-1);

describe('Act-For of an admin', () => {
  it('POST /tickets makes a ticket of the client; journal and its actor name the admin', async () => {
    const { status, body } = await callFor(root, anna.id, 'POST', '/tickets', ticket);
    assert.deepEqual([status, body.client_id], [201, anna.id]);
    const { action, actor_id, actor_name } = await lastEntry(body.id);
    assert.deepEqual([action, actor_id, actor_name], ['created', root.id, root.name]);
  });

  it('lists what the account sees, in any spelling of its id', async () => {
    const own = await fixtures.call(boris, 'GET', '/projects');
    const acting = await callFor(root, boris.id.toUpperCase(), 'GET', '/projects');
    assert.deepEqual([acting.status, acting.body], [200, own.body]);
  });

  it('transitions, photos and comments for a worker name the admin; the ticket stays the worker’s', async () => {
    const id = await fixtures.createTicket();
    const taken = await callFor(root, wanda.id, 'PATCH', `/tickets/${id}/take`);
    assert.deepEqual([taken.status, taken.body.worker_id, taken.body.assigned_by], [200, wanda.id, root.id]);
    assert.equal((await callFor(root, wanda.id, 'PATCH', `/tickets/${id}/start`)).status, 200);
    const form = multipartForm([{ name: 'lamp.jpg', bytes: photo() }]);
    const added = await callFor(root, wanda.id, 'POST', `/tickets/${id}/photos`, form.body, form.headers);
    assert.deepEqual([added.status, added.body.uploader_id], [201, root.id]);
    assert.equal((await lastEntry(id)).actor_id, root.id);
    const comment = await callFor(root, wanda.id, 'POST', `/ext/tickets/${id}/comments`, { text: 'On my way' });
    const { author_id, author_name, author_role } = comment.body;
    assert.deepEqual([comment.status, author_id, author_name, author_role], [201, root.id, root.name, 'admin']);
    assert.equal((await callFor(root, wanda.id, 'DELETE', `/tickets/${id}/photos/${added.body.id}`)).status, 200);
  });

  it('holds and appointments for a worker name the admin, of which the worker is told and the admin is not', async () => {
    const id = await fixtures.createTicketWithStatus('in_progress');
    const times = { from: '2126-03-05T08:00:00Z', to: '2126-03-05T10:00:00Z' };
    const set = await callFor(root, wanda.id, 'PUT', `/ext/tickets/${id}/appointment`, times);
    assert.deepEqual([set.status, set.body.appointment.set_by_name], [200, root.name]);
    assert.equal((await callFor(root, oleg.id, 'PUT', `/ext/tickets/${id}/hold`, { reason: 'part' })).status, 403);
    const hold = await callFor(root, wanda.id, 'PUT', `/ext/tickets/${id}/hold`, { reason: 'part' });
    assert.deepEqual([hold.status, hold.body.by_name], [200, root.name]);
    const [{ by_id }] = (await fixtures.call(anna, 'GET', `/ext/tickets/${id}/holds`)).body.items;
    const [{ set_by }] = (await fixtures.call(anna, 'GET', `/ext/tickets/${id}/appointments`)).body.items;
    assert.deepEqual([by_id, set_by], [root.id, root.id]);
    assert.equal((await callFor(root, wanda.id, 'DELETE', `/ext/tickets/${id}/hold`)).status, 200);
    await fixtures.deliver('notifications');
    const told = async (who: TestUser) => {
      const { items } = (await fixtures.call(who, 'GET', '/ext/notifications?limit=100')).body;
      const ofTicket = items.filter(
        ({ ticket_id, event }: Record<string, unknown>) => ticket_id === id && /hold|appo/.test(String(event)),
      );
      return ofTicket.map(({ event, params }: { event: string; params: object }) => [event, Object(params).actor_name]).sort();
    };
    assert.deepEqual(await told(wanda), [
      ['appointment_set', root.name],
      ['hold_ended', root.name],
    ]);
    assert.deepEqual(await told(anna), [
      ['appointment_set', root.name],
      ['ticket_on_hold', root.name],
    ]);
    assert.deepEqual(await told(root), []);
  });

  it('corrections of a ticket name the admin', async () => {
    const id = await fixtures.createTicket();
    assert.equal((await callFor(root, anna.id, 'PATCH', `/ext/tickets/${id}`, { priority: 'high' })).status, 200);
    const [{ actor_id, actor_name }] = (await fixtures.call(anna, 'GET', `/ext/tickets/${id}/edits`)).body.items;
    assert.deepEqual([actor_id, actor_name], [root.id, root.name]);
  });

  it('roles and visibility are those of the account, not of the sender', async () => {
    assert.equal((await callFor(root, anna.id, 'GET', '/ext/audit')).status, 403);
    assert.equal((await callFor(root, wanda.id, 'POST', '/tickets', ticket)).status, 403);
    assert.equal((await callFor(root, boris.id, 'GET', `/projects/${fixtures.tower}`)).status, 404);
  });

  it('an account made while acting was created by the client, who may confirm it; the audit log names both', async () => {
    const email = 'new-worker@example.com';
    const account = { email, name: 'new', role: 'worker', password: 'correct-horse-2' };
    const { status, body } = await callFor(root, anna.id, 'POST', '/users', account);
    assert.equal(status, 201);
    const { items } = (await fixtures.call(root, 'GET', `/ext/audit?event=user_created&subject_id=${body.id}`)).body;
    const [{ actor_id, actor_name, principal_id, principal_name }] = items;
    assert.deepEqual([actor_id, actor_name, principal_id, principal_name], [root.id, root.name, anna.id, anna.name]);
    assert.equal((await fixtures.call(boris, 'POST', `/users/${body.id}/confirm`)).status, 404);
    assert.equal((await fixtures.call(anna, 'POST', `/users/${body.id}/confirm`)).status, 200);
    const own = (await fixtures.call(root, 'GET', `/ext/audit?event=user_confirmed&subject_id=${body.id}`)).body.items[0];
    assert.deepEqual([own.actor_id, own.principal_id], [anna.id, undefined]);
  });
});

describe('the changes of a request with Act-For', () => {
  it('are made in one transaction with If-Match, too: 412 changes nothing', async () => {
    const path = `/ext/objects/${lobby}/notes`;
    const read = () => callFor(root, anna.id, 'GET', path);
    const write = (text: string, tag: unknown) => callFor(root, anna.id, 'PUT', path, { text }, { 'if-match': String(tag) });
    const { etag } = (await read()).headers;
    assert.equal((await write('Key at the porter', etag)).status, 200);
    assert.equal((await write('Key under the mat', etag)).status, 412);
    assert.equal((await read()).body.text, 'Key at the porter');
  });

  it('stay when a later part of the request is refused, as without the header', async () => {
    const ids = [await fixtures.createTicketWithStatus('assigned'), await fixtures.createTicketWithStatus('assigned')];
    await fixtures.addMember(fixtures.tower, oleg, 'active');
    const { status, body } = await callFor(root, anna.id, 'POST', `/ext/workers/${wanda.id}/handover`, { to_worker_id: oleg.id });
    assert.equal(status, 200);
    for (const id of ids) assert(body.moved.includes(id));
    assert.equal((await lastEntry(ids[0] ?? 0)).actor_id, root.id);
  });

  it('of a client name the admin in everything that the client sees of it', async () => {
    const invited = await fixtures.createUser('invited', 'worker');
    const { status } = await callFor(root, anna.id, 'POST', `/projects/${fixtures.tower}/workers`, { worker_id: invited.id });
    assert.equal(status, 200);
    const [{ invited_by }] = (await fixtures.call(invited, 'GET', '/invitations')).body.items;
    assert.equal(invited_by, root.id);
    const rule = { object_id: lobby, anchor_at: '2026-03-10T08:00:00Z', category: 'other', description: 'Check', period_days: 7 };
    assert.equal((await callFor(root, anna.id, 'POST', '/recurring', rule)).body.created_by, root.id);
    const project = await callFor(root, anna.id, 'POST', '/projects', { name: 'By telephone' });
    assert.equal(project.body.client_id, anna.id);
    const view = { name: 'By telephone', query: {} };
    const { body } = await callFor(root, anna.id, 'POST', '/ext/views', view);
    assert((await fixtures.call(anna, 'GET', '/ext/views')).body.items.some(({ id }: { id: number }) => id === body.id));
  });
});

describe('Act-For is refused', () => {
  it('for no id with 400; for oneself, admins, disabled and unknown accounts, and by who has no right with 403', async () => {
    const disabled = await fixtures.createUser('disabled', 'client', { is_active: false });
    const statusFor = async (sender: TestUser, principal: string) => (await callFor(sender, principal, 'GET', '/tickets')).status;
    for (const junk of ['', 'anna', '1', `${anna.id}, ${anna.id}`]) assert.equal(await statusFor(root, junk), 400, junk);
    for (const id of [root.id, rosa.id, disabled.id, crypto.randomUUID()]) assert.equal(await statusFor(root, id), 403);
    for (const [sender, principal] of [
      [boris, anna],
      [anna, boris],
      [anna, wanda],
      [wanda, anna],
      [wanda, oleg],
      [anna, root],
    ] as const)
      assert.equal(await statusFor(sender, principal.id), 403, `${sender.name} for ${principal.name}`);
    assert.equal((await callFor(anna, anna.id, 'GET', '/tickets')).body.error, 'Act-For must name another account');
  });

  it('with the status of the sender’s own account first', async () => {
    const headers = { authorization: 'Bearer nonsense', 'act-for': 'anna' };
    assert.equal((await fixtures.call(undefined, 'GET', '/tickets', undefined, headers)).status, 401);
    const admin = await fixtures.createUser('left', 'admin');
    await fixtures.call(root, 'PATCH', `/users/${admin.id}`, { is_active: false });
    const { status, body } = await callFor(admin, anna.id, 'POST', '/tickets', ticket);
    assert.deepEqual([status, body.error], [403, 'account disabled']);
  });

  it('by what belongs to the sender alone, whatever the spelling of the path', async () => {
    for (const [method, url] of [
      ['GET', '/ext/me'],
      ['GET', '/ext/m%65'],
      ['GET', '/auth/me'],
      ['GET', '/%61uth/me'],
      ['GET', '/ext/webhooks?limit=5'],
      ['POST', '/ext/notifications/read'],
      ['GET', '/ext/push/key'],
      ['HEAD', '/ext/sessions'],
      ['GET', `/ext/users/${anna.id}/data`],
      ['POST', `/ext/users/${anna.id}/invitation`],
    ] as const) {
      const { status } = await callFor(root, anna.id, method, url);
      assert.equal(status, 403, `${method} ${url}`);
    }
  });

  it('not by operations that need no token, which ignore it', async () => {
    for (const [method, url] of [
      ['GET', '/ping'],
      ['GET', '/ext/about'],
      ['POST', '/auth/logout'],
    ] as const)
      assert.equal((await callFor(root, 'nobody', method, url)).status, 200, url);
  });
});
