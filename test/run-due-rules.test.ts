import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { runDueRules } from '../src/product/recurring/run-due-rules.ts';
import { Fixtures } from '../testing/fixtures.ts';

const fixtures = await Fixtures.create();
const { anna, root } = fixtures;
const day = 86_400_000;

async function rule(fields: object = {}): Promise<number> {
  const body = {
    anchor_at: '2026-03-01T08:00:00Z',
    category: 'climate',
    description: 'Clean the filter',
    object_id: fixtures.lobby,
    period_days: 7,
    ...fields,
  };
  const { status, body: made } = await fixtures.call(anna, 'POST', '/recurring', body);
  assert.equal(status, 201, JSON.stringify(made));
  return made.id;
}
const get = async (id: number) => (await fixtures.call(root, 'GET', `/recurring/${id}`)).body;
const runs = async (id: number) => (await fixtures.call(root, 'GET', `/recurring/${id}/runs?order=asc&limit=100`)).body.items;
async function evaluate(): Promise<{ tickets: number; previousOpen: number }> {
  const { tickets, blocked } = await runDueRules(fixtures.deps);
  return { tickets, previousOpen: blocked.previous_ticket_open };
}
const close = (ticket: number) => fixtures.call(anna, 'PATCH', `/tickets/${ticket}/cancel`, { reason: 'not needed' });

describe('runDueRules', () => {
  it('a due rule creates one ticket, and a rule that is not due creates none', async () => {
    const due = await rule();
    const later = await rule({ anchor_at: '2026-03-02T08:00:00Z' });
    assert.deepEqual(await evaluate(), { tickets: 1, previousOpen: 0 });
    assert.deepEqual(await evaluate(), { tickets: 0, previousOpen: 0 });
    assert.equal((await runs(due)).length, 1);
    assert.equal((await runs(later)).length, 0);
    const after = await get(due);
    assert.deepEqual([after.last_run_at, after.next_run_at], ['2026-03-01T08:00:00.000Z', '2026-03-08T08:00:00.000Z']);
    for (const id of [due, later]) await fixtures.call(anna, 'DELETE', `/recurring/${id}`);
  });

  it('the due rules of clients run in turns, so that none waits for all of another', async () => {
    const many = [await rule(), await rule(), await rule()];
    const { body: other } = await fixtures.call(fixtures.boris, 'POST', '/recurring', {
      anchor_at: '2026-03-01T08:00:00Z',
      category: 'climate',
      description: 'Clean the filter',
      object_id: fixtures.gate,
      period_days: 7,
    });
    assert.equal((await evaluate()).tickets, 4);
    const { body } = await fixtures.call(root, 'GET', '/tickets?sort=id&order=desc&limit=4');
    const clients = body.items.map(({ client_id }: { client_id: string }) => client_id);
    assert.deepEqual(clients, [anna.id, anna.id, fixtures.boris.id, anna.id], 'newest first');
    for (const id of [...many, other.id]) await fixtures.call(root, 'DELETE', `/recurring/${id}`);
  });

  it('a rule creates one ticket for 30 missed periods and keeps its schedule grid', async () => {
    const id = await rule({ anchor_at: '2026-03-01T09:00:00Z', period_days: 1 });
    fixtures.advanceClock(30 * day + 3_600_000);
    assert.deepEqual(await evaluate(), { tickets: 1, previousOpen: 0 });
    const { next_run_at } = await get(id);
    const next = new Date(next_run_at);
    assert(next > fixtures.now && next.getTime() - fixtures.now.getTime() <= day);
    assert.equal(next_run_at.slice(11), '09:00:00.000Z');
    await fixtures.call(anna, 'DELETE', `/recurring/${id}`);
  });

  it('a rule with an unclosed previous ticket is blocked and runs once after that ticket is closed', async () => {
    const id = await rule({ period_days: 1 });
    fixtures.advanceClock(day);
    assert.deepEqual(await evaluate(), { tickets: 1, previousOpen: 0 });
    fixtures.advanceClock(3 * day);
    assert.deepEqual(await evaluate(), { tickets: 0, previousOpen: 1 });
    const [{ ticket_id }] = await runs(id);
    await close(ticket_id);
    assert.deepEqual(await evaluate(), { tickets: 1, previousOpen: 0 });
    assert.equal((await runs(id)).length, 2);
    await fixtures.call(anna, 'DELETE', `/recurring/${id}`);
  });

  it('a disabled rule, object or project creates no ticket and is counted as blocked', async () => {
    const object = await fixtures.createObject(anna, fixtures.tower, 'Cellar');
    const id = await rule({ object_id: object, period_days: 1 });
    const other = await rule({ object_id: object, period_days: 3650 }); // due in years
    fixtures.advanceClock(day);
    const nothing = { rule_disabled: 0, project_disabled: 0, object_disabled: 0, previous_ticket_open: 0 };
    for (const [reason, paths] of [
      ['rule_disabled', [`/recurring/${id}`, `/recurring/${other}`]],
      ['object_disabled', [`/objects/${object}`]],
      ['project_disabled', [`/projects/${fixtures.tower}`]],
    ] as const) {
      for (const path of paths) await fixtures.call(anna, 'PATCH', path, { is_active: false });
      assert.deepEqual(await runDueRules(fixtures.deps), { tickets: 0, blocked: { ...nothing, [reason]: 1 } });
      for (const path of paths) await fixtures.call(anna, 'PATCH', path, { is_active: true });
    }
    assert.deepEqual(await evaluate(), { tickets: 1, previousOpen: 0 });
    for (const one of [id, other]) await fixtures.call(anna, 'DELETE', `/recurring/${one}`);
  });

  it('a rule creates its ticket with the current address of the object', async () => {
    const object = await fixtures.createObject(anna, fixtures.tower, 'Annex');
    const id = await rule({ object_id: object, period_days: 1 });
    await fixtures.call(anna, 'PATCH', `/objects/${object}`, { address: 'Moved to 7' });
    fixtures.advanceClock(day);
    await runDueRules(fixtures.deps);
    const [run] = await runs(id);
    assert.equal(run.address, 'Moved to 7');
    assert.equal((await fixtures.call(anna, 'GET', `/tickets/${run.ticket_id}`)).body.address, 'Moved to 7');
    assert.equal((await get(id)).address, 'Annex street 1');
    await fixtures.call(anna, 'DELETE', `/recurring/${id}`);
  });

  it('each ticket is created with the time of its own run and not of the start of the evaluation', async () => {
    const ids = [await rule(), await rule()];
    fixtures.advanceClock(7 * day);
    const start = fixtures.now;
    const db = {
      ...fixtures.db,
      transaction: async <T>(work: Parameters<typeof fixtures.db.transaction<T>>[0]): Promise<T> => {
        fixtures.advanceClock(60_000);
        return fixtures.db.transaction(work);
      },
    };
    assert.equal((await runDueRules({ ...fixtures.deps, db })).tickets, 2);
    for (const [i, id] of ids.entries()) {
      const [run] = await runs(id);
      const moment = new Date(start.getTime() + (i + 1) * 60_000).toISOString();
      assert.equal(run.run_at, moment);
      assert.equal((await fixtures.call(anna, 'GET', `/tickets/${run.ticket_id}`)).body.created_at, moment);
      assert.equal((await get(id)).last_run_at, moment);
      await fixtures.call(anna, 'DELETE', `/recurring/${id}`);
    }
  });

  it('a rule that fails does not stop the other rules and is logged', async () => {
    const [broken, whole] = [await rule({ description: 'This one breaks' }), await rule()];
    await fixtures.transaction((tx) =>
      sql`alter table tickets add constraint whole check (description <> 'This one breaks') not valid`.execute(tx),
    );
    fixtures.advanceClock(7 * day);
    await assert.rejects(runDueRules(fixtures.deps), /1 of the due rules/);
    assert.deepEqual([(await runs(broken)).length, (await runs(whole)).length], [0, 1]);
    await fixtures.transaction((tx) => sql`alter table tickets drop constraint whole`.execute(tx));
    assert.deepEqual(await evaluate(), { tickets: 1, previousOpen: 0 });
    for (const id of [broken, whole]) await fixtures.call(anna, 'DELETE', `/recurring/${id}`);
  });

  it('concurrent evaluations create one ticket for each due rule', async () => {
    const ids = await Promise.all(Array.from({ length: 60 }, () => rule({ period_days: 1 })));
    fixtures.advanceClock(day);
    const evaluations = await Promise.all(Array.from({ length: 5 }, () => runDueRules(fixtures.deps)));
    assert.equal(
      evaluations.reduce((sum, { tickets }) => sum + tickets, 0),
      ids.length,
    );
    for (const id of ids) assert.equal((await runs(id)).length, 1);
  });
});
