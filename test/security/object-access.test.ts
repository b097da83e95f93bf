import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { Fixtures, password } from '../../testing/fixtures.ts';
import { multipartForm, photo } from '../../testing/photo-files.ts';
import { filled, operations } from './operations.ts';

// Who may do what is in test/matrix. Here: a refusal says nothing of what it refuses, and answers contain no secrets.

const fixtures = await Fixtures.create();
const { anna, boris, root, wanda, ivan, oleg, tower } = fixtures;
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
  ...{ due_at: '2030-01-01T08:00:00Z', from: '2030-01-01T08:00:00Z', to: '2030-01-02T08:00:00Z' },
  ...{ rrule: 'FREQ=DAILY', starts_on: '2030-01-01', time: '08:00', currency: 'EUR', approval_limit: null, mail: false },
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
    const account = path.endsWith('/confirm') ? fresh : path.endsWith('/statement.pdf') ? anna : ivan;
    const id = numbers[/(recurring|objects|projects)/.exec(path)?.[1] ?? ''] ?? account.id;
    const call = (each: string | number) =>
      fixtures.call(boris, method, `${filled(path, { id: String(each), worker_id: wanda.id })}?month=2026-03`, bodies);
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

describe('fields that callers may not set', () => {
  // GLPI let a user change its own role by a field of an update, and CWE-915 is full of the like:
  // whatever a body names is written. OpenProject (CVE-2026-44732) moved documents into foreign
  // projects, because attributes were applied before the right was checked. Here a body sets the
  // fields that its operation describes, and nothing else: not who owns, who made, when, or where.

  const { lobby, yard, gate } = fixtures;

  const past = '2001-01-01T00:00:00Z';
  /** Columns of every table, and names that other systems give to the same things. */
  const greedy = {
    ...{
      id: 1,
      role: 'admin',
      is_admin: true,
      is_active: false,
      token_version: 9,
      status: 'closed',
      rework_count: 9,
      rule_id: 1,
    },
    ...{ email_key: 'root@example.com', password_hash: 'x', other_password_hash: 'x', bot_id: 1, bot_token: 'x' },
    ...{ client_id: boris.id, owner_id: boris.id, created_by: boris.id, created_by_name: 'boris', client_name: 'boris' },
    ...{ user_id: root.id, worker_id: ivan.id, uploader_id: boris.id, actor_id: boris.id, project_id: yard, object_id: gate },
    ...{ invited_by: boris.id, assigned_by: boris.id, closed_by: boris.id, expires_at: '2099-01-01T00:00:00Z' },
    ...{ created_at: past, confirmed_at: past, assigned_at: past, started_at: past, done_at: past, closed_at: past },
    ...{ invited_at: past, responded_at: past, last_run_at: past, next_run_at: past },
    ...{ reject_reason: 'never said', cancel_reason: 'never said', address: 'Elsewhere street 9', messenger_target: '4711' },
    storage_key: '0'.repeat(32),
  };
  type Row = Record<string, unknown>;

  async function rowOf(table: string, where: Record<string, string | number>): Promise<Row> {
    const conditions = Object.entries(where).map(([column, value]) => sql`t.${sql.ref(column)} = ${value}`);
    const { rows } = await sql<{ row: Row }>`
      select to_jsonb(t) - array['name_folded', 'email_folded', 'name_address_folded', 'name_search', 'email_search', 'name_address_search'] as row from ${sql.table(table)} as t where ${sql.join(conditions, sql` and `)}`.execute(
      fixtures.db.read,
    );
    assert.equal(rows.length, 1, table);
    return rows[0]?.row ?? {};
  }
  /** What is greedy and no field of the operation itself. */
  const beyond = (...fields: string[]): object =>
    Object.fromEntries(Object.entries(greedy).filter(([name]) => !fields.includes(name)));
  const without = (row: Row, ...columns: string[]): Row =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !columns.includes(name)));

  const rule = {
    ...{ anchor_at: '2026-04-01T08:00:00Z', category: 'other', description: 'Check the lift' },
    ...{ period_days: 7, object_id: lobby },
  };

  describe('unknown fields in operations that create', () => {
    it('operations that create ignore fields that clients may not set, in every table', async () => {
      let n = 0;
      const account = () => ({ email: `greedy-${++n}@example.com`, name: 'Otto', password, role: 'worker' });
      const place = () => ({ name: `Greedy ${++n}`, address: 'Hill street 1' });
      const ticket = { category: 'other', description: 'The lamp is dark', object_id: lobby };
      const own = ['id', 'email', 'email_key', 'password_hash', 'other_password_hash'];
      for (const [table, who, url, body, unlike] of [
        ['users', anna, '/users', account, own],
        ['users', root, '/users', account, own],
        ['projects', anna, '/projects', () => ({ name: `Greedy ${++n}` }), ['id', 'name']],
        ['projects', root, '/projects', () => ({ name: `Greedy ${++n}`, client_id: anna.id }), ['id', 'name']],
        ['objects', anna, `/projects/${tower}/objects`, place, ['id', 'name']],
        ['tickets', anna, '/tickets', () => ticket, ['id']],
        ['recurring_rules', anna, '/recurring', () => rule, ['id']],
      ] as const) {
        const modest = await fixtures.call(who, 'POST', url, body());
        assert.equal(modest.status, 201, JSON.stringify(modest.body));
        const wanted = body();
        const taken = await fixtures.call(who, 'POST', url, { ...beyond(...Object.keys(wanted)), ...wanted });
        assert.equal(taken.status, 201, JSON.stringify(taken.body));
        assert.notEqual(taken.body.id, greedy.id);
        const [before, after] = [await rowOf(table, { id: modest.body.id }), await rowOf(table, { id: taken.body.id })];
        assert.deepEqual(without(after, ...unlike), without(before, ...unlike), `${who.name} ${url}`);
      }
    });

    it('POST /projects/{id}/workers creates an invitation and not a membership, whatever status says', async () => {
      const worker = await fixtures.createUser('greedy-guest', 'worker');
      const body = { ...beyond('worker_id'), worker_id: worker.id, status: 'active' };
      const { body: answer } = await fixtures.call(anna, 'POST', `/projects/${tower}/workers`, body);
      assert.equal(answer.status, 'invited');
      const row = await rowOf('project_workers', { project_id: tower, worker_id: worker.id });
      assert.deepEqual([row['status'], row['invited_by'], row['responded_at']], ['invited', anna.id, null]);
      assert.equal(answer.expires_at, new Date(fixtures.now.getTime() + 7 * 86_400_000).toISOString());
    });

    it('POST /tickets/{id}/photos uses ticket and uploader of the request, whatever other form fields say', async () => {
      const id = await fixtures.createTicketWithStatus('in_progress');
      const fields = { ticket_id: '1', uploader_id: boris.id, storage_key: '0'.repeat(32), content_type: 'text/html', id: '1' };
      const parts = Object.entries(fields).map(([field, bytes]) => ({ field, bytes }));
      const { body, headers } = multipartForm([...parts, { name: 'lamp.jpg', bytes: photo() }]);
      const { status, body: made } = await fixtures.call(wanda, 'POST', `/tickets/${id}/photos`, body, headers);
      assert.deepEqual([status, made.ticket_id, made.uploader_id, made.content_type], [201, id, wanda.id, 'image/jpeg']);
      assert.notEqual((await rowOf('ticket_photos', { id: made.id }))['storage_key'], '0'.repeat(32));
    });
  });

  describe('unknown fields in operations that change', () => {
    const changesOnly = async (
      table: string,
      id: string | number,
      change: () => Promise<{ status: number }>,
      columns: string[],
    ) => {
      const before = await rowOf(table, { id });
      assert.equal((await change()).status, 200, table);
      assert.deepEqual(without(await rowOf(table, { id }), ...columns), without(before, ...columns), `${table} ${columns}`);
    };

    it('PATCH operations change only the columns of their fields in projects, objects, rules and accounts', async () => {
      const { body: made } = await fixtures.call(anna, 'POST', '/recurring', rule);
      const [all, place] = [beyond('is_active'), beyond('is_active', 'address')];
      for (const [table, id, who, method, url, body, columns] of [
        ['projects', tower, anna, 'PATCH', `/projects/${tower}`, { ...all, name: 'Tower 2' }, ['name']],
        ['objects', lobby, anna, 'PATCH', `/objects/${lobby}`, { ...place, name: 'Lobby 2' }, ['name']],
        [
          'recurring_rules',
          made.id,
          anna,
          'PATCH',
          `/recurring/${made.id}`,
          { ...all, description: 'Look again' },
          ['description'],
        ],
        ['users', wanda.id, anna, 'PATCH', `/users/${wanda.id}`, { ...greedy, is_active: true }, ['is_active']],
        [
          'users',
          wanda.id,
          wanda,
          'PUT',
          '/auth/messenger',
          { ...greedy, target: '' },
          ['messenger_target', 'messenger_refused_at'],
        ],
      ] as const)
        await changesOnly(table, id, () => fixtures.call(who, method, url, body), [...columns]);
    });

    it('transitions of a ticket change only their own columns, whatever the body contains', async () => {
      const id = await fixtures.createTicket();
      const extra = beyond('worker_id');
      const stamps: Record<string, string[]> = {
        assign: ['status', 'worker_id', 'assigned_at', 'assigned_by'],
        start: ['status', 'started_at'],
        done: ['status', 'done_at'],
        reject: ['status', 'rejected_at', 'reject_reason', 'rework_count'],
        confirm: ['status', 'confirmed_at', 'closed_at', 'closed_by'],
      };
      for (const [who, op, body, status] of [
        [anna, 'assign', { worker_id: wanda.id }, 'assigned'],
        [wanda, 'start', {}, 'in_progress'],
        [wanda, 'done', {}, 'done'],
        [anna, 'reject', { reason: 'still dark' }, 'rejected'],
        [wanda, 'start', {}, 'in_progress'],
        [wanda, 'done', {}, 'done'],
        [anna, 'confirm', {}, 'closed'],
      ] as const) {
        fixtures.advanceClock(1000);
        const change = () => fixtures.call(who, 'PATCH', `/tickets/${id}/${op}`, { ...extra, ...body });
        await changesOnly('tickets', id, change, ['updated_at', ...(stamps[op] ?? [])]);
        const { status: newStatus, updated_at } = await rowOf('tickets', { id });
        assert.deepEqual([newStatus, new Date(String(updated_at))], [status, fixtures.now]);
      }
      const row = await rowOf('tickets', { id });
      assert.deepEqual(
        [row['worker_id'], row['assigned_by'], row['closed_by'], row['rework_count']],
        [wanda.id, anna.id, anna.id, 1],
      );
      const { body: journal } = await fixtures.call(anna, 'GET', `/tickets/${id}/events?limit=100`);
      assert(journal.items.every(({ actor_id }: { actor_id: string }) => [anna.id, wanda.id].includes(actor_id)));
    });
  });

  it('POST /recurring/{id}/run and operations without a body ignore all fields', async () => {
    const object = await fixtures.createObject(anna, tower, 'Cellar');
    const { body: made } = await fixtures.call(anna, 'POST', '/recurring', { ...rule, object_id: object });
    const { status, body } = await fixtures.call(anna, 'POST', `/recurring/${made.id}/run`, greedy);
    assert.equal(status, 201);
    const ticket = await rowOf('tickets', { id: body.ticket_id });
    assert.deepEqual(
      [ticket['client_id'], ticket['object_id'], ticket['status'], ticket['rule_id']],
      [anna.id, object, 'new', made.id],
    );
  });
});
