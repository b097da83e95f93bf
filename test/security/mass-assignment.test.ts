import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { Fixtures, password } from '../../testing/fixtures.ts';
import { multipartForm, photo } from '../../testing/photo-files.ts';

// GLPI let a user change its own role by a field of an update, and CWE-915 is full of the like:
// whatever a body names is written. OpenProject (CVE-2026-44732) moved documents into foreign
// projects, because attributes were applied before the right was checked. Here a body sets the
// fields that its operation describes, and nothing else: not who owns, who made, when, or where.

const fixtures = await Fixtures.create();
const { anna, boris, root, wanda, ivan, tower, lobby, yard, gate } = fixtures;

const past = '2001-01-01T00:00:00Z';
/** Columns of every table, and names that other systems give to the same things. */
const greedy = {
  ...{ id: 1, role: 'admin', is_admin: true, is_active: false, token_version: 9, status: 'closed', rework_count: 9, rule_id: 1 },
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
    select to_jsonb(t) - array['name_folded', 'email_folded', 'name_address_folded'] as row from ${sql.table(table)} as t where ${sql.join(conditions, sql` and `)}`.execute(
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
