import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { recordJobResult } from '../src/platform/deliveries/job-results.ts';
import { runDueRules } from '../src/product/schedules/recurring/run-due-rules.ts';
import { nextRun as nextRunAfter } from '../src/product/schedules/recurring/schedule.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';

const fixtures = await Fixtures.create({ RECURRING_TICK_EVERY: '1h' });
const { root, anna, boris } = fixtures;
const day = 86_400_000;
const start = fixtures.now;

const rule = (fields: object = {}) => ({
  anchor_at: '2026-03-10T09:00:00+01:00',
  category: 'elevator',
  description: 'Check the lift',
  object_id: fixtures.lobby,
  period_days: 7,
  ...fields,
});
const create = (who: TestUser, fields: object = {}) => fixtures.call(who, 'POST', '/recurring', rule(fields));
const made = async (fields: object = {}, who = anna): Promise<number> => {
  const { status, body } = await create(who, fields);
  assert.equal(status, 201, JSON.stringify(body));
  return body.id;
};
const get = async (id: number) => (await fixtures.call(root, 'GET', `/recurring/${id}`)).body;
const runs = async (id: number) => (await fixtures.call(root, 'GET', `/recurring/${id}/runs?order=asc&limit=100`)).body.items;
const nextRun = async (id: number) => (await fixtures.call(anna, 'GET', `/ext/recurring/${id}/next-run`)).body;
const setActive = (path: string, is_active: boolean) => fixtures.call(anna, 'PATCH', path, { is_active });
const remove = (id: number) => fixtures.call(anna, 'DELETE', `/recurring/${id}`);
/** Begins again without rules. */
async function beginAgain(): Promise<void> {
  await fixtures.transaction((tx) => tx.deleteFrom('recurring_rules').execute());
  fixtures.now = start;
}
const run = (who: TestUser, id: unknown) => fixtures.call(who, 'POST', `/recurring/${id}/run`);
const cancel = (ticket: number) => fixtures.call(anna, 'PATCH', `/tickets/${ticket}/cancel`, { reason: 'not needed' });

describe('recurring rules', () => {
  it('POST /recurring returns 201 to the owner and to admins, and the rule belongs to the owner of the project', async () => {
    for (const who of [anna, root]) {
      const { status, body } = await create(who, { floor: '2', priority: 'high' });
      assert.equal(status, 201);
      const { id, ...fields } = body;
      assert(Number.isInteger(id));
      assert.deepEqual(fields, {
        project_id: fixtures.tower,
        project_name: 'Tower',
        object_id: fixtures.lobby,
        object_name: 'Lobby',
        address: 'Lobby street 1',
        category: 'elevator',
        description: 'Check the lift',
        floor: '2',
        priority: 'high',
        anchor_at: '2026-03-10T08:00:00.000Z',
        period_days: 7,
        is_active: true,
        last_run_at: null,
        next_run_at: '2026-03-10T08:00:00.000Z',
        client_id: anna.id,
        client_name: 'anna',
        created_by: who.id,
        created_by_name: who.name,
        created_at: fixtures.now.toISOString(),
      });
    }
  });

  it('POST /recurring returns 400 for malformed times and numbers', async () => {
    for (const fields of [
      { anchor_at: undefined },
      { anchor_at: '2026-03-10' },
      { anchor_at: '2026-03-10T09:00:00' },
      { anchor_at: '2026-02-30T09:00:00Z' },
      { anchor_at: '2026-03-10T24:00:00Z' },
      { anchor_at: '10000-01-01T00:00:00Z' },
      { anchor_at: '0000-12-31T00:00:00Z' },
      { anchor_at: 1_772_000_000 },
      { period_days: 1.5 },
      { period_days: 1e300 },
    ]) {
      assert.equal((await create(anna, fields)).status, 400, JSON.stringify(fields));
    }
    for (const period_days of [1, 3650]) assert.equal((await create(anna, { period_days })).status, 201);
  });

  it('POST /recurring returns 409 for a disabled project or object', async () => {
    const object = await fixtures.createObject(anna, fixtures.tower, 'Cellar');
    await fixtures.call(anna, 'PATCH', `/objects/${object}`, { is_active: false });
    assert.equal((await create(anna, { object_id: object })).status, 409);
  });

  it('GET /recurring sorts by creation, id or next run', async () => {
    const other = await made({ anchor_at: '2030-01-01T00:00:00Z', object_id: fixtures.gate }, boris);
    const list = async (who: TestUser, query = '') =>
      (await fixtures.call(who, 'GET', `/recurring?limit=100&${query}`)).body.items;
    assert.deepEqual(
      (await list(boris)).map(({ id }: { id: number }) => id),
      [other],
    );
    assert.deepEqual(
      (await list(root, `project_id=${fixtures.yard}`)).map(({ id }: { id: number }) => id),
      [other],
    );
    assert.equal((await list(root, 'sort=date'))[0].id, other);
    const dates = (await list(root, 'sort=date&order=asc')).map(({ next_run_at }: { next_run_at: string }) => next_run_at);
    assert.deepEqual(dates, [...dates].sort());
  });

  it('PATCH /recurring/{id} changes the fields that are sent and recalculates the next run', async () => {
    const id = await made();
    const patch = (body: unknown) => fixtures.call(anna, 'PATCH', `/recurring/${id}`, body);
    const changed = await patch({
      anchor_at: '2026-02-01T00:00:00Z',
      period_days: 10,
      object_id: fixtures.gate,
      client_id: boris.id,
    });
    assert.equal(changed.status, 200);
    assert.deepEqual(
      [changed.body.next_run_at, changed.body.object_id, changed.body.client_id],
      ['2026-03-03T00:00:00.000Z', fixtures.lobby, anna.id],
    );
    const disabled = await patch({ is_active: false });
    assert.deepEqual([disabled.body.is_active, disabled.body.next_run_at], [false, '2026-03-03T00:00:00.000Z']);
    for (const body of [{}, { object_id: 1 }, { period_days: null }, { next_run_at: '2026-03-03T00:00:00Z' }]) {
      assert.equal((await patch(body)).status, 400, JSON.stringify(body));
    }
  });

  it('a rule that ran while the clock was ahead gets its next run from the present when it is changed', async () => {
    const id = await made({ period_days: 1 });
    const last_run_at = new Date(fixtures.now.getTime() + 400 * day);
    await fixtures.transaction((tx) =>
      tx.updateTable('recurring_rules').set({ last_run_at, next_run_at: last_run_at }).where('id', '=', id).execute(),
    );
    const anchor_at = new Date(fixtures.now.getTime() - day / 2).toISOString();
    const { body } = await fixtures.call(anna, 'PATCH', `/recurring/${id}`, { anchor_at });
    assert.equal(body.next_run_at, new Date(fixtures.now.getTime() + day / 2).toISOString());
  });
});

describe('POST /recurring/{id}/run', () => {
  it('POST /recurring/{id}/run creates a ticket of the owner, written by the creator of the rule, and moves the next run', async () => {
    const id = await made({ floor: '4' }, root);
    fixtures.advanceClock(day);
    const { status, body } = await run(anna, id);
    assert.equal(status, 201);
    assert.deepEqual(Object.keys(body).sort(), ['ok', 'ticket_id']);
    const { body: ticket } = await fixtures.call(anna, 'GET', `/tickets/${body.ticket_id}`);
    assert.deepEqual([ticket.status, ticket.client_id, ticket.floor, ticket.category], ['new', anna.id, '4', 'elevator']);
    const next_run_at = '2026-03-10T08:00:00.000Z';
    assert.deepEqual(ticket.recurring, { rule_id: id, anchor_at: next_run_at, period_days: 7, is_active: true, next_run_at });
    const { body: events } = await fixtures.call(anna, 'GET', `/tickets/${body.ticket_id}/events`);
    assert.deepEqual(
      [events.items[0].action, events.items[0].actor_id, events.items[0].actor_name],
      ['created', root.id, 'root'],
    );
    const after = await get(id);
    assert.deepEqual([after.last_run_at, after.next_run_at], [fixtures.now.toISOString(), next_run_at]);
    const { body: runs } = await fixtures.call(anna, 'GET', `/recurring/${id}/runs`);
    const [{ id: runId, ...history }] = runs.items;
    assert(Number.isInteger(runId));
    assert.deepEqual(history, {
      rule_id: id,
      run_at: fixtures.now.toISOString(),
      ticket_id: body.ticket_id,
      address: 'Lobby street 1',
      category: 'elevator',
    });
  });

  it('POST /recurring/{id}/run returns 409 while the previous ticket is open or anything is disabled', async () => {
    const id = await made();
    const first = await run(anna, id);
    assert.equal((await run(anna, id)).status, 409);
    await cancel(first.body.ticket_id);
    assert.equal((await run(anna, id)).status, 201);
    const object = await fixtures.createObject(anna, fixtures.tower, 'Attic');
    const held = await made({ object_id: object });
    for (const path of [`/recurring/${held}`, `/objects/${object}`, `/projects/${fixtures.tower}`]) {
      await setActive(path, false);
      assert.equal((await run(anna, held)).status, 409, path);
      await setActive(path, true);
    }
    assert.equal((await run(anna, held)).status, 201);
  });

  it('POST /recurring/{id}/run returns 201 to one of 20 concurrent requests', async () => {
    const id = await made();
    const answers = await Promise.all(Array.from({ length: 20 }, () => run(anna, id)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array(19).fill(409)]);
  });

  it('GET /recurring/{id}/runs lists the newest run first', async () => {
    const id = await made();
    for (let i = 0; i < 3; i++) {
      fixtures.advanceClock(day);
      await cancel((await run(anna, id)).body.ticket_id);
    }
    const { body } = await fixtures.call(anna, 'GET', `/recurring/${id}/runs?limit=2`);
    assert.equal(body.total, 3);
    assert(body.items[0].run_at > body.items[1].run_at);
  });
});

describe('POST /tickets with a recurring block', () => {
  it('POST /tickets with a recurring block creates the rule in the same transaction with the ticket as its first', async () => {
    const body = {
      category: 'climate',
      description: 'Clean the filter',
      object_id: fixtures.lobby,
      recurring: { anchor_at: '2026-01-01T00:00:00Z', period_days: 30 },
    };
    const { status, body: ticket } = await fixtures.call(anna, 'POST', '/tickets', body);
    assert.equal(status, 201);
    assert.equal('recurring' in ticket, false, 'the block is for the single ticket');
    const { body: detail } = await fixtures.call(anna, 'GET', `/tickets/${ticket.id}`);
    const { rule_id } = detail.recurring;
    assert.equal((await get(rule_id)).last_run_at, null);
    assert.equal((await run(anna, rule_id)).status, 409, 'its ticket is open');
    await cancel(ticket.id);
    assert.equal((await run(anna, rule_id)).status, 201);
    const { body: listed } = await fixtures.call(anna, 'GET', '/tickets?limit=100');
    assert(listed.items.every((item: object) => !('recurring' in item)));
  });

  it('POST /tickets returns 400 and creates nothing when the recurring block is malformed', async () => {
    const before = (await fixtures.call(anna, 'GET', '/tickets')).body.total;
    const rules = (await fixtures.call(anna, 'GET', '/recurring')).body.total;
    for (const recurring of [{}, [], 'x']) {
      const body = { category: 'climate', description: 'Clean the filter', object_id: fixtures.lobby, recurring };
      assert.equal((await fixtures.call(anna, 'POST', '/tickets', body)).status, 400, JSON.stringify(recurring));
    }
    const foreign = {
      category: 'climate',
      description: 'Clean the filter',
      object_id: fixtures.gate,
      recurring: { anchor_at: '2026-01-01T00:00:00Z', period_days: 1 },
    };
    assert.equal((await fixtures.call(anna, 'POST', '/tickets', foreign)).status, 404);
    assert.equal((await fixtures.call(anna, 'GET', '/tickets')).body.total, before);
    assert.equal((await fixtures.call(anna, 'GET', '/recurring')).body.total, rules);
    assert.equal(
      (await fixtures.call(anna, 'POST', '/tickets', { ...foreign, object_id: fixtures.lobby, recurring: null })).status,
      201,
      'null is not sent',
    );
  });
});

describe('DELETE /recurring/{id}', () => {
  it('DELETE /recurring/{id} deletes the runs and keeps the tickets', async () => {
    const id = await made();
    const { body } = await run(anna, id);
    assert.deepEqual((await fixtures.call(anna, 'DELETE', `/recurring/${id}`)).body, { ok: true });
    assert.equal((await fixtures.call(anna, 'GET', `/recurring/${id}`)).status, 404);
    assert.equal((await fixtures.call(anna, 'GET', `/recurring/${id}/runs`)).status, 404);
    const { status, body: ticket } = await fixtures.call(anna, 'GET', `/tickets/${body.ticket_id}`);
    assert.deepEqual([status, 'recurring' in ticket], [200, false]);
  });

  it('DELETE /projects/{id} deletes the rules of the project', async () => {
    const project = await fixtures.createProject(anna, 'Short');
    const object = await fixtures.createObject(anna, project, 'Tent');
    const id = await made({ object_id: object });
    await run(anna, id);
    assert.equal((await fixtures.call(root, 'DELETE', `/projects/${project}`)).status, 200);
    assert.equal((await fixtures.call(root, 'GET', `/recurring/${id}`)).status, 404);
  });

  it('a rule keeps the name of its creator when that account is deleted', async () => {
    const admin = await fixtures.createUser('maker', 'admin');
    const id = await made({}, admin);
    assert.equal((await fixtures.call(root, 'DELETE', `/users/${admin.id}`)).status, 200);
    const after = await get(id);
    assert.deepEqual([after.created_by, after.created_by_name], ['', 'maker']);
    const { body } = await run(anna, id);
    const { body: events } = await fixtures.call(anna, 'GET', `/tickets/${body.ticket_id}/events`);
    assert.deepEqual([events.items[0].actor_id, events.items[0].actor_name], ['', 'maker']);
  });
});

describe('the evaluation of rules', () => {
  before(beginAgain);
  const dueRule = (fields: object = {}, who = anna) => made({ anchor_at: start.toISOString(), ...fields }, who);
  async function evaluate(): Promise<{ tickets: number; previousOpen: number }> {
    const { tickets, blocked } = await runDueRules(fixtures.deps);
    return { tickets, previousOpen: blocked.previous_ticket_open };
  }

  it('takes turns between clients, so that no rule waits for all of another client', async () => {
    const ids = [await dueRule(), await dueRule(), await dueRule(), await dueRule({ object_id: fixtures.gate }, boris)];
    assert.equal((await evaluate()).tickets, 4);
    const { body } = await fixtures.call(root, 'GET', '/tickets?sort=id&order=desc&limit=4');
    const clients = body.items.map(({ client_id }: { client_id: string }) => client_id);
    assert.deepEqual(clients, [anna.id, anna.id, boris.id, anna.id], 'newest first');
    for (const id of ids) await fixtures.call(root, 'DELETE', `/recurring/${id}`);
  });

  it('a due rule creates one ticket, and a rule that is not due creates none', async () => {
    const due = await dueRule();
    const later = await dueRule({ anchor_at: '2026-03-02T08:00:00Z' });
    assert.deepEqual(await evaluate(), { tickets: 1, previousOpen: 0 });
    assert.deepEqual(await evaluate(), { tickets: 0, previousOpen: 0 });
    assert.equal((await runs(due)).length, 1);
    assert.equal((await runs(later)).length, 0);
    const after = await get(due);
    assert.deepEqual([after.last_run_at, after.next_run_at], ['2026-03-01T08:00:00.000Z', '2026-03-08T08:00:00.000Z']);
    for (const id of [due, later]) await remove(id);
  });

  it('a rule creates one ticket for 30 missed periods and keeps its schedule grid', async () => {
    const id = await dueRule({ anchor_at: '2026-03-01T09:00:00Z', period_days: 1 });
    fixtures.advanceClock(30 * day + 3_600_000);
    assert.deepEqual(await evaluate(), { tickets: 1, previousOpen: 0 });
    const { next_run_at } = await get(id);
    const next = new Date(next_run_at);
    assert(next > fixtures.now && next.getTime() - fixtures.now.getTime() <= day);
    assert.equal(next_run_at.slice(11), '09:00:00.000Z');
    await remove(id);
  });

  it('a rule with an unclosed previous ticket is blocked, as its next run tells, and runs once after that ticket is closed', async () => {
    const id = await dueRule({ period_days: 1 });
    fixtures.advanceClock(day);
    assert.deepEqual(await evaluate(), { tickets: 1, previousOpen: 0 });
    fixtures.advanceClock(3 * day);
    assert.deepEqual(await evaluate(), { tickets: 0, previousOpen: 1 });
    const [{ ticket_id }] = await runs(id);
    const held = await nextRun(id);
    assert.deepEqual([held.due, held.blocker, held.open_ticket_id], [true, 'previous_ticket_open', ticket_id]);
    await cancel(ticket_id);
    const free = await nextRun(id);
    assert.deepEqual([free.blocker, free.open_ticket_id], [null, null]);
    assert.deepEqual(await evaluate(), { tickets: 1, previousOpen: 0 });
    assert.equal((await runs(id)).length, 2);
    await remove(id);
  });

  it('a disabled rule, object or project creates no ticket, is counted as blocked, and its next run tells why', async () => {
    const object = await fixtures.createObject(anna, fixtures.tower, 'Basement');
    const id = await dueRule({ object_id: object, period_days: 1 });
    const other = await dueRule({ object_id: object, period_days: 3650 }); // due in years
    fixtures.advanceClock(day);
    const nothing = { rule_disabled: 0, project_disabled: 0, object_disabled: 0, previous_ticket_open: 0 };
    for (const [reason, paths] of [
      ['rule_disabled', [`/recurring/${id}`, `/recurring/${other}`]],
      ['object_disabled', [`/objects/${object}`]],
      ['project_disabled', [`/projects/${fixtures.tower}`]],
    ] as const) {
      for (const path of paths) await setActive(path, false);
      assert.equal((await nextRun(id)).blocker, reason);
      assert.deepEqual(await runDueRules(fixtures.deps), { tickets: 0, blocked: { ...nothing, [reason]: 1 } });
      for (const path of paths) await setActive(path, true);
    }
    assert.deepEqual(await evaluate(), { tickets: 1, previousOpen: 0 });
    for (const one of [id, other]) await remove(one);
  });

  it('a rule creates its ticket with the current address of the object', async () => {
    const object = await fixtures.createObject(anna, fixtures.tower, 'Annex');
    const id = await dueRule({ object_id: object, period_days: 1 });
    await fixtures.call(anna, 'PATCH', `/objects/${object}`, { address: 'Moved to 7' });
    fixtures.advanceClock(day);
    await runDueRules(fixtures.deps);
    const [run] = await runs(id);
    assert.equal(run.address, 'Moved to 7');
    assert.equal((await fixtures.call(anna, 'GET', `/tickets/${run.ticket_id}`)).body.address, 'Moved to 7');
    assert.equal((await get(id)).address, 'Annex street 1');
    await remove(id);
  });

  it('each ticket is created with the time of its own run and not of the start of the evaluation', async () => {
    const ids = [await dueRule(), await dueRule()];
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
      await remove(id);
    }
  });

  it('a rule that fails does not stop the other rules and is logged', async () => {
    const [broken, whole] = [await dueRule({ description: 'This one breaks' }), await dueRule()];
    await fixtures.transaction((tx) =>
      sql`alter table tickets add constraint whole check (description <> 'This one breaks') not valid`.execute(tx),
    );
    fixtures.advanceClock(7 * day);
    await assert.rejects(runDueRules(fixtures.deps), /1 of the due rules/);
    assert.deepEqual([(await runs(broken)).length, (await runs(whole)).length], [0, 1]);
    await fixtures.transaction((tx) => sql`alter table tickets drop constraint whole`.execute(tx));
    assert.deepEqual(await evaluate(), { tickets: 1, previousOpen: 0 });
    for (const id of [broken, whole]) await remove(id);
  });

  it('concurrent evaluations create one ticket for each due rule', async () => {
    const ids = await Promise.all(Array.from({ length: 60 }, () => dueRule({ period_days: 1 })));
    fixtures.advanceClock(day);
    const evaluations = await Promise.all(Array.from({ length: 5 }, () => runDueRules(fixtures.deps)));
    assert.equal(
      evaluations.reduce((sum, { tickets }) => sum + tickets, 0),
      ids.length,
    );
    for (const id of ids) assert.equal((await runs(id)).length, 1);
  });
});

describe('GET /ext/recurring/{id}/next-run', () => {
  let weekly = 0;
  let hall = 0;
  before(async () => {
    await beginAgain();
    hall = await fixtures.createObject(anna, fixtures.tower, 'Hall');
    weekly = await made({ anchor_at: '2026-03-10T07:00:00Z', object_id: hall });
  });
  const expectedAt = async () => (await nextRun(weekly)).expected_at;
  const moveClock = (to: string): void => {
    fixtures.now = new Date(to);
  };
  const evaluated = (result: 'succeeded' | 'failed', at: string) => {
    moveClock(at);
    return recordJobResult(fixtures.deps, 'rules', result, fixtures.now);
  };

  it('GET /ext/recurring/{id}/next-run returns the next run and no blocker for an active rule', async () => {
    const id = await made({ anchor_at: '2026-03-01T09:00:00Z', period_days: 1 });
    assert.deepEqual(await nextRun(id), {
      rule_id: id,
      last_run_at: null,
      next_run_at: '2026-03-01T09:00:00.000Z',
      due: false,
      blocker: null,
      open_ticket_id: null,
      evaluation_interval_seconds: 3600,
      expected_at: null,
    });
    fixtures.advanceClock(day);
    assert.equal((await nextRun(id)).due, true);
    await remove(id);
  });

  it('expected_at is null before the first evaluation, then the first of each hour that is not before the next run', async () => {
    moveClock('2026-03-04T08:00:00.000Z');
    assert.equal(await expectedAt(), null);
    await evaluated('succeeded', '2026-03-04T08:10:00.000Z');
    assert.equal(await expectedAt(), '2026-03-10T07:10:00.000Z');
    await evaluated('succeeded', '2026-03-04T09:00:00.000Z');
    assert.equal(await expectedAt(), '2026-03-10T07:00:00.000Z');
  });

  it('expected_at is null while the rule, its project or its object is disabled', async () => {
    for (const path of [`/recurring/${weekly}`, `/projects/${fixtures.tower}`, `/objects/${hall}`]) {
      await setActive(path, false);
      assert.equal(await expectedAt(), null, path);
      await setActive(path, true);
      assert.equal(await expectedAt(), '2026-03-10T07:00:00.000Z', path);
    }
  });

  it('expected_at of a due rule is the evaluation after the last one', async () => {
    await evaluated('succeeded', '2026-03-10T07:20:00.000Z');
    assert.equal(await expectedAt(), '2026-03-10T08:20:00.000Z');
  });

  it('expected_at supposes that the previous ticket will be closed', async () => {
    const { status } = await fixtures.call(anna, 'POST', `/recurring/${weekly}/run`);
    assert.equal(status, 201);
    assert.equal(await expectedAt(), '2026-03-17T07:20:00.000Z');
  });

  it('expected_at is null when the last evaluation failed, or the next one is 15 minutes late', async () => {
    await evaluated('failed', '2026-03-10T08:20:00.000Z');
    assert.equal(await expectedAt(), null);
    await evaluated('succeeded', '2026-03-10T08:21:00.000Z');
    assert.equal(await expectedAt(), '2026-03-17T07:21:00.000Z');
    moveClock('2026-03-10T09:36:00.000Z');
    assert.equal(await expectedAt(), '2026-03-17T07:21:00.000Z');
    moveClock('2026-03-10T09:36:00.001Z');
    assert.equal(await expectedAt(), null);
  });

  it('expected_at is null when it would be after the year 9999', async () => {
    await evaluated('succeeded', '2026-03-10T09:40:00.000Z');
    const setAnchor = (anchor_at: string) => fixtures.call(anna, 'PATCH', `/recurring/${weekly}`, { anchor_at });
    await setAnchor('9999-12-31T23:40:00.000Z');
    assert.equal(await expectedAt(), '9999-12-31T23:40:00.000Z');
    await setAnchor('9999-12-31T23:40:00.001Z');
    assert.equal(await expectedAt(), null);
  });
});

const at = (text: string) => new Date(text);
const next = (anchor: string, periodDays: number, createdAt: string, lastRunAt?: string) =>
  nextRunAfter({
    anchor: at(anchor),
    periodDays,
    createdAt: at(createdAt),
    lastRunAt: lastRunAt === undefined ? undefined : at(lastRunAt),
  }).toISOString();

describe('next run of a rule', () => {
  it('the next run is the anchor when the anchor is in the future', () => {
    assert.equal(next('2026-05-01T09:00:00.000Z', 7, '2026-03-01T08:00:00.000Z'), '2026-05-01T09:00:00.000Z');
    assert.equal(next('9999-12-31T23:59:59.999Z', 3650, '2026-03-01T08:00:00.000Z'), '9999-12-31T23:59:59.999Z');
  });

  it('the next run is the first grid point at or after the creation when the anchor is in the past', () => {
    assert.equal(next('2026-01-01T09:00:00.000Z', 7, '2026-03-01T08:00:00.000Z'), '2026-03-05T09:00:00.000Z');
    assert.equal(next('2026-02-26T08:00:00.000Z', 3, '2026-03-01T08:00:00.000Z'), '2026-03-01T08:00:00.000Z', 'the very moment');
  });

  it('the next run is the first grid point after the last run, also after a manual run between two points', () => {
    assert.equal(
      next('2026-03-01T09:00:00.000Z', 7, '2026-03-01T08:00:00.000Z', '2026-03-01T09:00:00.000Z'),
      '2026-03-08T09:00:00.000Z',
    );
    assert.equal(
      next('2026-03-01T09:00:00.000Z', 7, '2026-03-01T08:00:00.000Z', '2026-03-10T12:00:00.000Z'),
      '2026-03-15T09:00:00.000Z',
    );
    assert.equal(
      next('2026-03-01T09:00:00.000Z', 7, '2026-03-01T08:00:00.000Z', '2026-02-01T00:00:00.000Z'),
      '2026-03-01T09:00:00.000Z',
    );
  });

  it('periods are days of 24 hours in UTC across leap days and changes of clocks', () => {
    assert.equal(
      next('2028-02-28T12:00:00.000Z', 1, '2028-02-28T12:00:00.000Z', '2028-02-28T12:00:00.000Z'),
      '2028-02-29T12:00:00.000Z',
    );
    assert.equal(
      next('2026-03-28T01:30:00.000Z', 1, '2026-03-28T01:00:00.000Z', '2026-03-28T01:30:00.000Z'),
      '2026-03-29T01:30:00.000Z',
    );
    assert.equal(
      next('2024-02-29T00:00:00.000Z', 365, '2024-01-01T00:00:00.000Z', '2024-02-29T00:00:00.000Z'),
      '2025-02-28T00:00:00.000Z',
    );
  });

  it('the next run is the earliest grid point after its lower bound, for random inputs', () => {
    const moment = fc.date({ min: at('1970-01-01T00:00:00Z'), max: at('2500-01-01T00:00:00Z'), noInvalidDate: true });
    fc.assert(
      fc.property(
        moment,
        fc.integer({ min: 1, max: 3650 }),
        moment,
        fc.option(moment, { nil: undefined }),
        (anchor, periodDays, createdAt, lastRunAt) => {
          const run = nextRunAfter({ anchor, periodDays, createdAt, lastRunAt });
          const period = periodDays * day;
          const steps = (run.getTime() - anchor.getTime()) / period;
          const before = new Date(run.getTime() - period);
          const follows = (point: Date) => (lastRunAt ? point > lastRunAt : point >= createdAt);
          return Number.isInteger(steps) && steps >= 0 && follows(run) && (steps === 0 || !follows(before));
        },
      ),
      { numRuns: 2000 },
    );
  });
});
