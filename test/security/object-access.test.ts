import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Fixtures } from '../../testing/fixtures.ts';
import { multipartForm, photo } from '../../testing/photo-files.ts';
import { filled, operationsOf } from './operations.ts';

// Who may do what is in test/matrix. Here: a refusal says nothing of what it refuses, and answers contain no secrets.

const fixtures = await Fixtures.create();
const { anna, boris, root, wanda, ivan, oleg, tower } = fixtures;
const operations = operationsOf(fixtures);
const mark = 'Zanzibar';
const cellar = await fixtures.createObject(anna, tower, `${mark} cellar`);
const rule = {
  anchor_at: '2026-04-01T08:00:00Z',
  category: 'other',
  description: `${mark} rule`,
  period_days: 7,
  object_id: cellar,
};
const { body: made } = await fixtures.call(anna, 'POST', '/recurring', rule);
const ticket = await fixtures.createTicket({ description: `${mark} lamp`, floor: mark }, anna, cellar);
for (const op of ['take', 'start']) await fixtures.call(wanda, 'PATCH', `/tickets/${ticket}/${op}`);
const form = multipartForm([{ name: `${mark}.jpg`, bytes: photo() }]);
const { body: uploaded } = await fixtures.call(wanda, 'POST', `/tickets/${ticket}/photos`, form.body, form.headers);
// Valid for each operation that needs a body.
const bodies = {
  ...{ text: 'Key at the porter', reason: 'not mine to say', worker_id: oleg.id, name: 'Taken over', address: 'Hill street 1' },
  ...{ description: 'Taken over', timezone: 'UTC', take_within_minutes: {}, finish_within_minutes: {}, is_active: false },
  ...{ due_at: '2030-01-01T08:00:00Z', to: '2030-01-02T08:00:00Z' },
};

it('every operation on a ticket out of sight is refused without a word of it', async () => {
  for (const who of [boris, ivan, oleg])
    for (const { method, path } of operations.filter((each) => /^(\/ext)?\/tickets\/\{id\}/.test(each.path))) {
      const url = filled(path, { id: String(ticket), photo_id: String(uploaded.id) });
      const { status, body } = await fixtures.call(who, method, url, bodies);
      // Starting and finishing somebody else's is a conflict, taking without membership a bad request.
      assert([400, 403, 409].includes(status) && !JSON.stringify(body).includes(mark), `${who.name} ${method} ${url}: ${status}`);
    }
});

it("every operation on another client's project, rule, object or account returns the 404 of a missing one", async () => {
  const fresh = await fixtures.createUser(`${mark} fresh`, 'worker', { confirmed_at: null, created_by: anna.id });
  // A client sees every active worker, and none of the work for others.
  const things = operations.filter(({ path }) =>
    /^(\/ext)?\/(projects|recurring|objects|users)\/\{id\}(?!\/open-work)/.test(path),
  );
  assert(things.length >= 30);
  for (const { method, path } of things) {
    const numbers: Record<string, number> = { recurring: made.id, objects: cellar, projects: tower };
    const id = numbers[/(recurring|objects|projects)/.exec(path)?.[1] ?? ''] ?? (path.endsWith('/confirm') ? fresh.id : ivan.id);
    const call = (each: string | number) =>
      fixtures.call(boris, method, filled(path, { id: String(each), worker_id: wanda.id }), bodies);
    const [foreign, missing] = [await call(id), await call(typeof id === 'number' ? 999_999 : crypto.randomUUID())];
    assert([403, 404].includes(foreign.status), `${method} ${path}: ${foreign.status}`);
    assert.deepEqual([foreign.status, foreign.body], [missing.status, missing.body], `${method} ${path}`);
  }
});

it('no GET response contains hashes, keys, tokens or versions, not even for an admin', async () => {
  const hidden = /"(password_hash|email_key|token_version|storage_key|bot_token|bot_id|messenger_target|token_hash|code_hash)"/;
  for (const { method, path, isPublic } of operations) {
    if (method !== 'GET' || isPublic) continue;
    const id = path.includes('recurring') ? made.id : path.includes('/tickets') ? ticket : tower;
    for (const who of [root, wanda]) {
      const { body } = await fixtures.call(who, 'GET', filled(path, { id: String(id) }));
      assert(!hidden.test(JSON.stringify(body)), `${who.name} ${path}`);
    }
  }
  const { body: changed } = await fixtures.call(root, 'PATCH', `/users/${wanda.id}`, { is_active: true });
  const { body: list } = await fixtures.call(root, 'GET', '/users?role=admin');
  const fields = ['confirmed_at', 'created_at', 'email', 'id', 'is_active', 'name', 'phone', 'role'];
  for (const profile of [changed, list.items[0]]) assert.deepEqual(Object.keys(profile).sort(), fields);
});
