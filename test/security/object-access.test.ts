import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ApiResponse, Fixtures, type TestUser } from '../../testing/fixtures.ts';
import { multipartForm, photo } from '../../testing/photo-files.ts';
import { filled, operationsOf } from './operations.ts';

// Vaultwarden (CVE-2026-27898) refused GET, while `PUT /{id}/partial` answered the whole record.
// Outline (CVE-2026-28506) showed events without a collection to everybody. Vaultwarden again
// (CVE-2026-27803), IBM Maximo (CVE-2019-4530) and GLPI (CVE-2026-42318) let those delete who
// may only look. Here every way to a thing asks the same question as the first one, and a
// refusal says nothing of what it refuses.

const fixtures = await Fixtures.create();
const { anna, boris, root, wanda, ivan, oleg, tower } = fixtures;
const mark = 'Zanzibar';
const cellar = await fixtures.createObject(anna, tower, `${mark} cellar`);
const author = await fixtures.createUser(`${mark} author`, 'admin');
const member = await fixtures.createUser(`${mark} member`, 'worker');
await fixtures.addMember(tower, member, 'active');
const rule = {
  anchor_at: '2026-04-01T08:00:00Z',
  category: 'other',
  description: `${mark} rule`,
  period_days: 7,
  object_id: cellar,
};

/** A ticket of anna's with everything that can hang on one; whoever assigned it is gone since. */
async function richTicket(): Promise<{ id: number; photoId: number }> {
  const id = await fixtures.createTicket({ description: `${mark} lamp`, floor: mark }, anna, cellar);
  await fixtures.call(author, 'PATCH', `/tickets/${id}/assign`, { worker_id: wanda.id });
  await fixtures.call(wanda, 'PATCH', `/tickets/${id}/start`);
  const { body, headers } = multipartForm([{ name: `${mark}.jpg`, bytes: photo() }]);
  const made = await fixtures.call(wanda, 'POST', `/tickets/${id}/photos`, body, headers);
  assert.equal(made.status, 201);
  return { id, photoId: made.body.id };
}
const ticket = await richTicket();
const { body: made } = await fixtures.call(anna, 'POST', '/recurring', rule);
assert.equal((await fixtures.call(root, 'DELETE', `/users/${author.id}`)).status, 200);

const refused = (answer: ApiResponse, statuses: number[], about: string) => {
  assert(statuses.includes(answer.status), `${about}: ${answer.status} ${JSON.stringify(answer.body)}`);
  assert(!JSON.stringify(answer.body).includes(mark), about);
};
const bodies = {
  text: 'Key at the porter',
  reason: 'not mine to say',
  worker_id: oleg.id,
  name: 'Taken over',
  address: 'Hill street 1',
  description: 'Taken over',
  timezone: 'UTC',
  take_within_minutes: {},
  finish_within_minutes: {},
  due_at: '2030-01-01T08:00:00Z',
  to: '2030-01-02T08:00:00Z',
};

describe('tickets out of sight', () => {
  it('every route of a ticket returns the same 403 without details to users who may not see it', async () => {
    const routes = operationsOf(fixtures).filter(({ path }) => /^(\/ext)?\/tickets\/\{id\}/.test(path));
    assert(routes.length >= 14);
    for (const who of [boris, ivan, oleg, member]) {
      for (const { method, path } of routes) {
        const url = filled(path, { id: String(ticket.id), photo_id: String(ticket.photoId) });
        // Starting and finishing somebody else's is a conflict, taking without membership a bad request.
        refused(await fixtures.call(who, method, url, bodies), [400, 403, 409], `${who.name} ${method} ${url}`);
      }
      const list = await fixtures.call(who, 'GET', '/tickets?limit=100');
      assert(!JSON.stringify(list.body).includes(mark), who.name);
    }
    const { body } = await fixtures.call(anna, 'GET', `/tickets/${ticket.id}`);
    assert.deepEqual([body.status, body.worker_id], ['in_progress', wanda.id]);
    assert.equal((await fixtures.call(anna, 'GET', `/tickets/${ticket.id}/events`)).body.total, 4, 'nobody left a trace');
    assert.equal((await fixtures.call(anna, 'GET', `/tickets/${ticket.id}/photos`)).body.total, 1);
  });

  it('GET /tickets/{id}, /events and /photos return 403 alike to users who may not see the ticket', async () => {
    for (const who of [boris, ivan, oleg, member])
      for (const sibling of ['', '/events', '/photos'])
        assert.equal((await fixtures.call(who, 'GET', `/tickets/${ticket.id}${sibling}`)).status, 403, `${who.name} ${sibling}`);
  });
});

describe('tickets that are no longer free', () => {
  it('GET /tickets/{id}, /events and /photos return 403 to other workers once the ticket is taken', async () => {
    const id = await fixtures.createTicket();
    const reads = ['', '/events', '/photos'];
    const statuses = () =>
      Promise.all(reads.map(async (sibling) => (await fixtures.call(member, 'GET', `/tickets/${id}${sibling}`)).status));
    assert.deepEqual(await statuses(), [200, 200, 200]);
    await fixtures.call(wanda, 'PATCH', `/tickets/${id}/take`);
    assert.deepEqual(await statuses(), [403, 403, 403]);
  });
});

describe('projects, rules and objects of another client', () => {
  it('every route of a project, rule or object returns to another client the 404 of a missing one', async () => {
    const routes = operationsOf(fixtures).filter(({ path }) => /^(\/ext)?\/(projects|recurring|objects)\/\{id\}/.test(path));
    assert(routes.length >= 14);
    for (const { method, path } of routes) {
      const id = path.includes('recurring') ? made.id : path.startsWith('/objects') ? cellar : tower;
      const [foreign, missing] = await Promise.all(
        [id, 999_999].map((each) =>
          fixtures.call(boris, method, filled(path, { id: String(each), worker_id: wanda.id }), bodies),
        ),
      );
      assert(foreign && missing);
      const forOthers = path.includes('/invitation/') || (method === 'DELETE' && path === '/projects/{id}');
      refused(foreign, [forOthers ? 403 : 404], `${method} ${path}`);
      assert.deepEqual(foreign.body, missing.body, `${method} ${path}`);
    }
    const { body } = await fixtures.call(anna, 'GET', `/projects/${tower}`);
    assert.deepEqual([body.name, body.is_active], ['Tower', true]);
  });

  it('routes of projects, rules and objects return 403 to workers, whether members or not', async () => {
    for (const who of [wanda, ivan, oleg])
      for (const url of [
        `/projects/${tower}`,
        `/projects/${tower}/objects`,
        `/projects/${tower}/workers`,
        `/recurring/${made.id}`,
      ])
        refused(await fixtures.call(who, 'GET', url), [403], `${who.name} ${url}`);
  });
});

describe('accounts of others', () => {
  it('every route of an account returns to an unrelated client the 404 of a missing one', async () => {
    const fresh = await fixtures.createUser(`${mark} fresh`, 'worker', { confirmed_at: null, created_by: anna.id });
    for (const [method, sibling, target] of [
      ['POST', '/confirm', fresh],
      ['PATCH', '', wanda],
      ['DELETE', '', wanda],
    ] as const) {
      const call = (id: string) => fixtures.call(boris, method, `/users/${id}${sibling}`, { is_active: false });
      const [foreign, missing] = [await call(target.id), await call(crypto.randomUUID())];
      refused(foreign, [404], `${method} ${sibling}`);
      assert.deepEqual(foreign.body, missing.body);
    }
    for (const [sibling, body] of [['password-reset'], ['password-set', { password: 'correct-horse-2' }]] as const)
      refused(await fixtures.call(boris, 'POST', `/users/${wanda.id}/${sibling}`, body), [403], sibling);
    assert.equal((await fixtures.call(wanda, 'GET', '/auth/me')).status, 200);
  });
});

describe('permission to read', () => {
  it('users who may read a project, ticket or account get 403 when they delete it, its photos or confirm for others', async () => {
    refused(await fixtures.call(anna, 'DELETE', `/projects/${tower}`), [403], 'project');
    refused(await fixtures.call(anna, 'DELETE', `/tickets/${ticket.id}/photos/${ticket.photoId}`), [403], 'photo');
    const { body, headers } = multipartForm([{ name: 'root.jpg', bytes: photo() }]);
    const { body: roots } = await fixtures.call(root, 'POST', `/tickets/${ticket.id}/photos`, body, headers);
    refused(await fixtures.call(wanda, 'DELETE', `/tickets/${ticket.id}/photos/${roots.id}`), [409], 'photo of another');
    const id = await fixtures.createTicketWithStatus('done');
    for (const who of [wanda, root] as TestUser[])
      for (const op of ['confirm', 'reject'])
        refused(await fixtures.call(who, 'PATCH', `/tickets/${id}/${op}`, bodies), [403], op);
  });
});

describe('contents of responses', () => {
  it('no GET response contains hashes, keys, tokens or versions, not even for an admin', async () => {
    const hidden = /"(password_hash|email_key|token_version|storage_key|bot_token|bot_id|messenger_target|token_hash|code_hash)"/;
    for (const { method, path, isPublic } of operationsOf(fixtures)) {
      if (method !== 'GET' || isPublic) continue;
      const id = path.includes('recurring') ? made.id : path.includes('/tickets') ? ticket.id : tower;
      for (const who of [root, anna, wanda]) {
        const { body } = await fixtures.call(who, 'GET', filled(path, { id: String(id) }));
        assert(!hidden.test(JSON.stringify(body)), `${who.name} ${path}`);
      }
    }
    const { body: changed } = await fixtures.call(root, 'PATCH', `/users/${wanda.id}`, { is_active: true });
    const { body: list } = await fixtures.call(root, 'GET', '/users?role=admin');
    for (const profile of [changed, list.items[0]])
      assert.deepEqual(Object.keys(profile).sort(), [
        'confirmed_at',
        'created_at',
        'email',
        'id',
        'is_active',
        'name',
        'phone',
        'role',
      ]);
  });
});
