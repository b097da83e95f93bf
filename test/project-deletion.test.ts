import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type KyselyPlugin, sql } from 'kysely';
import { deleteProject } from '../src/product/files/project-deletion/delete-project.ts';
import { Fixtures } from '../testing/fixtures.ts';
import { countTicketRows, createTicketWithAdditions, noRows, oneRowEach } from '../testing/ticket-additions.ts';
import { waitForLockWait } from '../testing/wait.ts';

const fixtures = await Fixtures.create();
const { root, anna, boris, wanda } = fixtures;

const maxRowsPerStatement = 1_000;
/** Several times as many as one statement deletes. */
const tickets = 8_000;

/** A project of boris with this many tickets, each with two journal entries, a tenth of them with a photo. */
async function addProject(name: string, count: number): Promise<number> {
  const id = await fixtures.createProject(boris, name);
  const object = await fixtures.createObject(boris, id, 'Shed');
  await fixtures.addMember(id, wanda, 'active');
  await fixtures.transaction(async (tx) => {
    await sql`
      insert into tickets (category, priority, description, address, project_id, object_id, client_id, worker_id, status, closed_at, created_at)
      select 'other', 'low', 'many', 'Street 1', ${id}::integer, ${object}::integer, ${boris.id}::uuid,
        case when i % 2 = 0 then ${wanda.id}::uuid end, case when i % 2 = 0 then 'closed' else 'new' end::ticket_status,
        case when i % 2 = 0 then ${fixtures.now}::timestamptz end, ${fixtures.now}::timestamptz
      from generate_series(1, ${count}::integer) as i`.execute(tx);
    await sql`
      insert into ticket_events (ticket_id, action, to_status, actor_id, actor_name, created_at)
      select id, 'created', status, client_id, 'boris', created_at from tickets, generate_series(1, 2) where project_id = ${id}`.execute(
      tx,
    );
    await sql`
      insert into ticket_photos (ticket_id, storage_key, content_type, original_name, size_bytes, uploader_name, created_at)
      select id, md5(${name} || id), 'image/jpeg', 'lamp.jpg', 1, 'wanda', created_at
      from tickets where project_id = ${id} and id % 10 = 0`.execute(tx);
  });
  return id;
}

/** Runs `look` after each statement with the rows that it changed. */
const afterEach = (look: (rows: number) => Promise<void>): KyselyPlugin => ({
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    // The statement that deletes tickets answers how many of each kind it deleted.
    const counted = result.rows.reduce((sum: number, row) => sum + (typeof row['n'] === 'number' ? row['n'] : 0), 0);
    await look(Math.max(counted, Number(result.numAffectedRows ?? 0)));
    return result;
  },
});

const totalOf = async (query = ''): Promise<number> => (await fixtures.call(boris, 'GET', `/tickets?limit=1${query}`)).body.total;
const remove = (id: number, look: (rows: number) => Promise<void>) =>
  fixtures.db.transaction((tx) => deleteProject(tx.withPlugin(afterEach(look)), fixtures.deps, root, id, fixtures.now));

describe('DELETE /projects/{id} with 8,000 tickets', () => {
  it('DELETE /projects/{id} deletes at most 1,000 rows per statement, and the client can write and read meanwhile', async () => {
    const id = await addProject('Large', tickets);
    const before = await totalOf();
    let statements = 0;
    let created = 0;
    await remove(id, async (rows) => {
      assert(rows <= maxRowsPerStatement, `${rows} rows in one statement`);
      if (rows < 2) return; // the last statements lock the counters until the commit
      statements++;
      if (statements % 10 !== 1) return;
      // Fails at once if the deletion holds one of the counters.
      await fixtures.transaction((tx) => sql`select from ticket_status_counts for update nowait`.execute(tx));
      await fixtures.transaction((tx) => sql`select from worker_closed_counts for update nowait`.execute(tx));
      await fixtures.createTicket({}, boris, fixtures.gate);
      created++;
      assert.equal(await totalOf(), before + created);
      assert.equal((await fixtures.call(boris, 'GET', `/projects/${id}`)).status, 200);
    });
    assert(created >= 3, `${statements} statements`);
    assert.equal(await totalOf(), before - tickets + created);
    assert.equal(await totalOf('&status=closed'), 0);
    assert.equal((await fixtures.call(boris, 'GET', `/projects/${id}`)).status, 404);
    const { rows } = await sql<{ n: number }>`select count(*) as n from pending_file_deletions`.execute(fixtures.db.read);
    assert.equal(rows[0]?.n, tickets / 10);
  });

  it('an interrupted DELETE /projects/{id} leaves the whole project in place and succeeds when repeated', async () => {
    const id = await addProject('Interrupted', tickets);
    const before = await totalOf();
    let statements = 0;
    const interrupted = remove(id, async () => {
      statements++;
      if (statements === 40) throw new Error('interrupted');
    });
    await assert.rejects(interrupted, /interrupted/);
    assert.equal(await totalOf(), before);
    assert.equal((await fixtures.call(boris, 'GET', `/projects/${id}/workers`)).body.total, 1);
    assert.deepEqual((await fixtures.call(root, 'DELETE', `/projects/${id}`)).body, { ok: true });
    assert.equal(await totalOf(), before - tickets);
  });
});

it('DELETE /recurring/{id} of a project that is being deleted waits and returns 404', async () => {
  const id = await addProject('Ruled', 10);
  const object = await fixtures.createObject(boris, id, 'Boiler');
  const rule = await fixtures.call(boris, 'POST', '/recurring', {
    object_id: object,
    category: 'climate',
    description: 'Look after the boiler',
    anchor_at: fixtures.now.toISOString(),
    period_days: 7,
  });
  assert.equal(rule.status, 201, JSON.stringify(rule.body));
  assert.equal((await fixtures.call(boris, 'POST', `/recurring/${rule.body.id}/run`)).status, 201);
  let asked: Promise<{ status: number }> | undefined;
  await remove(id, async (rows) => {
    if (rows < 10 || asked) return;
    asked = fixtures.call(boris, 'DELETE', `/recurring/${rule.body.id}`);
    // Waiting for tickets while it holds its rule, it would deadlock with this deletion, which the check at the end of the fixtures reports.
    await waitForLockWait(fixtures.db);
  });
  assert.equal((await asked)?.status, 404);
  assert.equal((await fixtures.call(anna, 'GET', '/tickets')).status, 200);
});

it('DELETE /projects/{id} deletes its targets, the notes of its objects and what belongs to its tickets, and keeps absences', async () => {
  const { tower, lobby } = fixtures;
  const id = await createTicketWithAdditions(fixtures);
  assert.deepEqual(await countTicketRows(fixtures, id), oneRowEach);
  const { storage_key } = await fixtures.db.read
    .selectFrom('ticket_attachments')
    .select('storage_key')
    .where('ticket_id', '=', id)
    .executeTakeFirstOrThrow();
  assert.equal((await fixtures.call(root, 'DELETE', `/projects/${tower}`)).status, 200);
  assert.deepEqual(await countTicketRows(fixtures, id), noRows);
  const { rows } = await sql<{ targets: number; notes: number; files: number }>`
    select (select count(*)::int from project_targets where project_id = ${tower}) as targets,
      (select count(*)::int from object_notes where object_id = ${lobby}) as notes,
      (select count(*)::int from pending_file_deletions where storage_key = ${storage_key}) as files`.execute(fixtures.db.read);
  assert.deepEqual(rows, [{ targets: 0, notes: 0, files: 1 }]);
  assert.equal((await fixtures.call(wanda, 'GET', `/ext/users/${wanda.id}/absences`)).body.total, 1);
});
