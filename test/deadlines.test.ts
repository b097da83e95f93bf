import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { hours, minutes, seconds } from '../src/platform/lib/duration.ts';
import { deadlinesCheck } from '../src/product/tickets/deadlines/health.ts';
import { notifySteps } from '../src/product/tickets/deadlines/notify-steps.ts';
import { applyChangedTargets } from '../src/product/tickets/deadlines/refresh.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';
import { connectPostgres } from '../testing/postgres.ts';

// Deadlines through the API, and what the job does. How they are calculated: deadline-calculation.test.ts.

const fixtures = await Fixtures.create();
const { anna, boris, oleg, root, wanda, tower, yard, gate } = fixtures;

const office = {
  timezone: 'Europe/Berlin',
  working_hours: { mon: ['08:00', '17:00'], fri: ['22:00', '06:00'] },
  holidays: ['2026-12-25', '2026-12-26'],
  take_within_minutes: { low: null, normal: 60, high: 30 },
  finish_within_minutes: { low: null, normal: 480, high: null },
};
const aroundTheClock = {
  timezone: 'UTC',
  working_hours: null,
  take_within_minutes: { normal: 60, high: 60 },
  finish_within_minutes: { normal: 240, high: 240 },
};
const none = { timezone: 'UTC', take_within_minutes: {}, finish_within_minutes: {} };

const put = (who: TestUser, project: number, body: object) => fixtures.call(who, 'PUT', `/ext/projects/${project}/targets`, body);
const get = (who: TestUser, project: number) => fixtures.call(who, 'GET', `/ext/projects/${project}/targets`);
const patch = (who: TestUser, id: number, operation: string, body?: object) =>
  fixtures.call(who, 'PATCH', `/tickets/${id}/${operation}`, body);
const runJob = async (): Promise<void> => {
  await applyChangedTargets(fixtures.deps);
  await notifySteps(fixtures.deps);
};
/** Targets that apply to all tickets from here on. */
async function setTargets(body: object): Promise<void> {
  assert.equal((await put(anna, tower, body)).status, 200);
  await runJob();
}
const deadlinesOf = async (who: TestUser, ...ids: number[]) => {
  const { status, body } = await fixtures.call(who, 'GET', `/ext/tickets/deadlines?ids=${ids}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const deadlineOf = async (id: number) => (await deadlinesOf(anna, id)).items[0];
const statesOf = async (id: number): Promise<string[]> => {
  const { take_state, finish_state } = await deadlineOf(id);
  return [take_state, finish_state];
};
const inMinutes = (n: number): string => new Date(fixtures.now.getTime() + minutes(n)).toISOString();
const list = async (who: TestUser, query: string): Promise<number[]> => {
  const { status, body } = await fixtures.call(who, 'GET', `/ext/tickets?${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.items.map(({ id }: { id: number }) => id);
};

describe('the targets of all projects of a client', () => {
  const putDefaults = (who: TestUser, body: object) => fixtures.call(who, 'PUT', `/ext/users/${anna.id}/targets`, body);
  const takeTimes = async (...projects: number[]) =>
    Promise.all(projects.map(async (project) => (await get(anna, project)).body.take_within_minutes.high));
  const isApplied = async (id: number) => (await deadlineOf(id)).take_by !== null;

  it('count for projects without their own, new ones and open tickets too, until a project has its own', async () => {
    const ticket = await fixtures.createTicket();
    const { id: other } = (await fixtures.call(anna, 'POST', '/projects', { name: 'Another one' })).body;
    assert.equal(await isApplied(ticket), false);
    const { status, body } = await putDefaults(root, office);
    assert.deepEqual([status, body], [200, { ...office, projects_with_own_targets: [] }]);
    await runJob();
    assert.equal(await isApplied(ticket), true);
    const { body: created } = await fixtures.call(anna, 'POST', '/projects', { name: 'With defaults' });
    assert.deepEqual(await takeTimes(tower, other, created.id), [30, 30, 30]);

    await put(anna, tower, aroundTheClock);
    await putDefaults(anna, { ...office, take_within_minutes: { high: 45 } });
    assert.deepEqual(await takeTimes(tower, other, created.id), [60, 45, 45]);
    const { body: defaults } = await fixtures.call(anna, 'GET', `/ext/users/${anna.id}/targets`);
    assert.deepEqual(defaults.projects_with_own_targets, [tower]);
    const { body: afterwards } = await fixtures.call(anna, 'DELETE', `/ext/projects/${tower}/targets`);
    assert.equal(afterwards.take_within_minutes.high, 45);

    await putDefaults(anna, none);
    await runJob();
    assert.deepEqual(await takeTimes(tower, other, created.id), [null, null, null]);
    assert.equal(await isApplied(ticket), false);
  });

  it('reach a project that is created while they change', async () => {
    const names = Array.from({ length: 8 }, (_, i) => `Meanwhile ${i}`);
    const [, ...made] = await Promise.all([
      putDefaults(anna, office),
      ...names.map((name) => fixtures.call(anna, 'POST', '/projects', { name })),
    ]);
    assert.deepEqual(new Set(await takeTimes(...made.map(({ body }) => body.id))), new Set([30]));
    await putDefaults(anna, none);
  });

  it('a project without any takes its own away', async () => {
    await put(boris, yard, office);
    const { status, body } = await fixtures.call(boris, 'DELETE', `/ext/projects/${yard}/targets`);
    assert.deepEqual([status, body.take_within_minutes], [200, { low: null, normal: null, high: null }]);
  });
});

describe('the targets of a project', () => {
  it('GET /ext/projects/{id}/targets returns what was set, and before that no targets', async () => {
    const nothing = { low: null, normal: null, high: null };
    const before = { timezone: 'UTC', working_hours: null, holidays: [] };
    assert.deepEqual((await get(anna, tower)).body, { ...before, take_within_minutes: nothing, finish_within_minutes: nothing });
    const { status, body } = await put(anna, tower, office);
    assert.equal(status, 200);
    assert.deepEqual(body, office);
    assert.deepEqual((await get(root, tower)).body, office);
    assert.equal((await get(boris, tower)).status, 404);
  });

  it('PUT /ext/projects/{id}/targets sorts holidays and keeps each once', async () => {
    const { body } = await put(anna, tower, { ...office, holidays: ['2026-12-26', '2026-01-01', '2026-12-26'] });
    assert.deepEqual(body.holidays, ['2026-01-01', '2026-12-26']);
  });

  const refused: [string, object][] = [
    ['an unknown time zone', { timezone: 'Mars/Olympus' }],
    ['an offset, which has no daylight saving time', { timezone: '+02:00' }],
    ['a time with a zone', { timezone: '2026-01-01T00:00Z[UTC]' }],
    ['hours without an end', { working_hours: { mon: ['08:00'] } }],
    ['hours that are no times', { working_hours: { mon: ['8', '17'] } }],
    ['hours that begin at 24:00', { working_hours: { mon: ['24:00', '06:00'] } }],
    ['no working hours at all', { working_hours: { mon: null } }],
    ['a holiday that is no date', { holidays: ['2026-02-30'] }],
    [
      '101 holidays',
      { holidays: Array.from({ length: 101 }, (_, i) => new Date(Date.UTC(2026, 0, 1 + i)).toISOString().slice(0, 10)) },
    ],
    ['an unknown priority', { take_within_minutes: { urgent: 60 } }],
    ['no minute', { take_within_minutes: { high: 0 } }],
    ['more than a year', { finish_within_minutes: { high: 525_601 } }],
    ['half a minute', { finish_within_minutes: { high: 0.5 } }],
  ];
  it('PUT /ext/projects/{id}/targets returns 400 for hours, holidays and times that make no calendar', async () => {
    for (const [what, changes] of refused) {
      const { status, body } = await put(anna, tower, { ...office, ...changes });
      assert.deepEqual([status, Object.keys(body)], [400, ['error']], what);
    }
  });

  it('PUT /ext/projects/{id}/targets names an unknown weekday, beside a known one too', async () => {
    const hours = ['08:00', '17:00'];
    for (const working_hours of [{ monday: hours }, { tue: hours, monday: hours }]) {
      const { status, body } = await put(anna, tower, { ...office, working_hours });
      assert.deepEqual([status, body], [400, { error: 'working_hours must not have "monday"' }]);
    }
  });
});

describe('GET /ext/tickets/deadlines', () => {
  it('returns the deadlines of a ticket at once after it was created, and after each change', async () => {
    await setTargets(aroundTheClock);
    const id = await fixtures.createTicket();
    const [take_by, finish_by] = [inMinutes(60), inMinutes(240)];
    assert.deepEqual(await deadlineOf(id), { id, take_by, finish_by, take_state: 'ok', finish_state: 'ok' });
    const { body } = await fixtures.call(anna, 'GET', `/ext/tickets/${id}`);
    assert.deepEqual(body.deadline, { take_by, finish_by, take_state: 'ok', finish_state: 'ok' });
    fixtures.advanceClock(minutes(50));
    assert.deepEqual(await statesOf(id), ['due_soon', 'ok']);
    await patch(wanda, id, 'take');
    assert.deepEqual(await statesOf(id), ['met', 'ok']);
    await patch(wanda, id, 'start');
    await patch(wanda, id, 'done');
    fixtures.advanceClock(hours(10));
    assert.deepEqual(await statesOf(id), ['met', 'ok']);
    await patch(anna, id, 'reject', { reason: 'It still flickers' });
    assert.equal((await deadlineOf(id)).finish_by, inMinutes(190));
    fixtures.advanceClock(minutes(190));
    assert.deepEqual(await statesOf(id), ['met', 'overdue']);
    await patch(wanda, id, 'start');
    fixtures.advanceClock(minutes(1));
    await patch(wanda, id, 'done');
    await patch(anna, id, 'confirm');
    assert.deepEqual(await statesOf(id), ['met', 'missed']);
    await fixtures.deliver('deadlines');
    assert.deepEqual(await statesOf(id), ['met', 'missed']);
    assert.deepEqual((await fixtures.call(anna, 'GET', `/ext/tickets/${id}`)).body.deadline.finish_state, 'missed');
  });

  it('returns the tickets in the order of the ids, each once, without those that the caller does not see', async () => {
    const [a, b] = [await fixtures.createTicket(), await fixtures.createTicket()];
    const foreign = await fixtures.createTicket({}, boris, gate);
    const { items, total, limit, offset } = await deadlinesOf(anna, b, foreign, a, b, 2_147_483_648);
    assert.deepEqual(
      items.map(({ id }: { id: number }) => id),
      [b, a],
    );
    assert.deepEqual([total, limit, offset], [2, 100, 0]);
    assert.deepEqual((await deadlinesOf(oleg, a, b)).items, []);
    const nothing = { take_by: null, finish_by: null, take_state: 'none', finish_state: 'none' };
    assert.deepEqual((await deadlinesOf(boris, foreign)).items, [{ id: foreign, ...nothing }]);
    assert.equal((await fixtures.call(boris, 'GET', `/ext/tickets/${foreign}`)).body.deadline, null);
  });

  it('returns 400 for what is no list of at most 100 ids', async () => {
    for (const ids of ['1,', ',1', '1;2', '-1', '1.5', '', Array.from({ length: 101 }, (_, i) => i + 1).join(',')])
      assert.equal((await fixtures.call(anna, 'GET', `/ext/tickets/deadlines?ids=${ids}`)).status, 400, ids);
  });
});

describe('lists by deadlines', () => {
  it('GET /ext/tickets filters what is overdue and orders by due time, tickets without one last', async () => {
    await fixtures.transaction((tx) => sql`delete from tickets`.execute(tx));
    await setTargets({ ...aroundTheClock, take_within_minutes: { normal: 60, high: 30 } });
    const normal = await fixtures.createTicket();
    const high = await fixtures.createTicket({ priority: 'high' });
    const low = await fixtures.createTicket({ priority: 'low' });
    const foreign = await fixtures.createTicket({}, boris, gate);
    await fixtures.deliver('deadlines');
    fixtures.advanceClock(minutes(45));
    for (const who of [anna, wanda]) {
      assert.deepEqual(await list(who, 'sort=due'), [high, normal, low], who.name);
      assert.deepEqual(await list(who, 'sort=due&order=desc'), [normal, high, low], who.name);
      assert.deepEqual(await list(who, 'overdue=true'), [high], who.name);
      assert.deepEqual(await list(who, 'overdue=false'), [low, normal], who.name);
    }
    assert.deepEqual(await list(root, 'sort=due'), [high, normal, foreign, low]);
    assert.deepEqual(await list(root, 'overdue=true&sort=due'), [high]);
    await patch(anna, high, 'cancel', { reason: 'a mistake' });
    await fixtures.deliver('deadlines');
    assert.deepEqual(await list(anna, 'overdue=true'), []);
    assert.deepEqual(await list(anna, 'sort=due'), [normal, low, high]);
  });
});

describe('changed targets', () => {
  it('move the deadlines of open tickets, notify nobody of what has passed, and leave closed tickets as they are', async () => {
    await setTargets(none);
    const before = await fixtures.createTicket();
    const closed = await fixtures.createTicketWithStatus('closed');
    assert.equal((await fixtures.pendingDeliveries('deadlines')).length, 0);
    fixtures.advanceClock(hours(2));
    await fixtures.clearDeliveries();
    await setTargets(aroundTheClock);
    assert.deepEqual(await statesOf(before), ['overdue', 'ok']);
    assert.deepEqual(await statesOf(closed), ['none', 'none']);
    assert((await list(anna, 'overdue=true')).includes(before));
    assert.deepEqual(await fixtures.pendingDeliveries('notifications'), []);
    const finished = await fixtures.createTicketWithStatus('closed');
    await fixtures.deliver('deadlines');
    await setTargets(none);
    assert.deepEqual(await statesOf(before), ['none', 'none']);
    assert.deepEqual(await statesOf(finished), ['met', 'met']);
    assert(!(await list(anna, 'overdue=true')).includes(before));
  });

  it('are looked through again until no statement can be under way that did not see them', async () => {
    await setTargets(none);
    const id = await fixtures.createTicket();
    assert.equal((await put(anna, tower, aroundTheClock)).status, 200);
    await runJob();
    // As of a transition that did not see the targets.
    await fixtures.transaction((tx) => sql`delete from ticket_deadlines where ticket_id = ${id}`.execute(tx));
    fixtures.advanceClock(seconds(60));
    await runJob();
    assert((await list(anna, 'sort=due')).includes(id));
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ticket_deadlines where ticket_id = ${id}`.execute(
      fixtures.db.read,
    );
    assert.equal(rows[0]?.n, 1);
    fixtures.advanceClock(seconds(120));
    await runJob();
    const { applied, version } = await fixtures.db.read
      .selectFrom('project_targets')
      .select(['applied', 'version'])
      .where('project_id', '=', tower)
      .executeTakeFirstOrThrow();
    assert.equal(applied, version);
  });

  it('are applied to all tickets but those that somebody has locked, which come with the next run', async () => {
    await setTargets(none);
    const locked = await fixtures.createTicket();
    let other = locked;
    for (let i = 0; i < 110; i++) other = await fixtures.createTicket(); // more than a batch
    await fixtures.clearDeliveries();
    assert.equal((await put(anna, tower, aroundTheClock)).status, 200);
    const change = await connectPostgres(fixtures.url);
    await change.query('begin');
    await change.query('select from tickets where id = $1 for update', [locked]);
    await applyChangedTargets(fixtures.deps);
    const isApplied = async (id: number): Promise<boolean> => {
      const rows = await fixtures.db.read
        .selectFrom('ticket_deadlines')
        .select('deadlines')
        .where('ticket_id', '=', id)
        .execute();
      return rows.length > 0;
    };
    assert.deepEqual([await isApplied(locked), await isApplied(other)], [false, true]);
    await change.end();
    await applyChangedTargets(fixtures.deps);
    assert(await isApplied(locked));
  });

  it('are applied in batches by several instances at once', async () => {
    await setTargets(none);
    await Promise.all(Array.from({ length: 120 }, () => fixtures.createTicket({}, boris, gate)));
    await fixtures.clearDeliveries();
    assert.equal((await put(boris, yard, aroundTheClock)).status, 200);
    await Promise.all([1, 2, 3].map(() => applyChangedTargets(fixtures.deps)));
    await applyChangedTargets(fixtures.deps);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from tickets as t left join ticket_deadlines as d on d.ticket_id = t.id
      where t.project_id = ${yard} and d.deadlines ->> 'take' is null`.execute(fixtures.db.read);
    assert.equal(rows[0]?.n, 0);
  });
});

describe('the steps of deadlines', () => {
  const notifiedSteps = async (id: number) =>
    (await fixtures.pendingDeliveries('notifications'))
      .filter((payload) => payload['kind'] === 'deadline' && payload['ticket_id'] === id)
      .map(({ step, deadline }) => `${deadline} ${step}`);

  it('are notified of once each, by whichever of several instances', async () => {
    await setTargets(aroundTheClock);
    await fixtures.clearDeliveries();
    const id = await fixtures.createTicket();
    await fixtures.deliver('deadlines');
    const notifyAll = () => Promise.all([1, 2, 3].map(() => notifySteps(fixtures.deps)));
    await notifyAll();
    assert.deepEqual(await notifiedSteps(id), []);
    fixtures.advanceClock(minutes(45));
    await notifyAll();
    await notifyAll();
    assert.deepEqual(await notifiedSteps(id), ['take due_soon']);
    fixtures.advanceClock(minutes(15));
    await notifyAll();
    assert.deepEqual(await notifiedSteps(id), ['take due_soon', 'take overdue']);
    await patch(wanda, id, 'take');
    await fixtures.deliver('deadlines');
    fixtures.advanceClock(minutes(180));
    await notifyAll();
    assert.deepEqual(await notifiedSteps(id), ['take due_soon', 'take overdue', 'finish overdue']);
  });

  it('wait while the work waits for its client, and come again when their time has moved', async () => {
    await fixtures.clearDeliveries();
    const id = await fixtures.createTicketWithStatus('in_progress');
    await fixtures.deliver('deadlines');
    fixtures.advanceClock(minutes(170));
    await patch(wanda, id, 'done');
    await fixtures.deliver('deadlines');
    fixtures.advanceClock(hours(5));
    await notifySteps(fixtures.deps);
    assert.deepEqual(await notifiedSteps(id), []);
    await patch(anna, id, 'reject', { reason: 'It still flickers' });
    await fixtures.deliver('deadlines');
    fixtures.advanceClock(minutes(10));
    await notifySteps(fixtures.deps);
    assert.deepEqual(await notifiedSteps(id), ['finish due_soon']);
  });

  it('are not notified of again after a rework that leaves them in the past', async () => {
    await fixtures.clearDeliveries();
    const id = await fixtures.createTicketWithStatus('in_progress');
    await fixtures.deliver('deadlines');
    fixtures.advanceClock(minutes(185));
    await notifySteps(fixtures.deps);
    assert.deepEqual(await notifiedSteps(id), ['finish due_soon']);
    await patch(wanda, id, 'done');
    await fixtures.deliver('deadlines');
    fixtures.advanceClock(hours(2));
    await patch(anna, id, 'reject', { reason: 'It still flickers' });
    await fixtures.deliver('deadlines');
    fixtures.advanceClock(minutes(1));
    await notifySteps(fixtures.deps);
    assert.deepEqual(await notifiedSteps(id), ['finish due_soon']);
    fixtures.advanceClock(hours(1));
    await notifySteps(fixtures.deps);
    assert.deepEqual(await notifiedSteps(id), ['finish due_soon', 'finish overdue']);
  });

  it('of a ticket that was closed without a refresh make no list late', async () => {
    const id = await fixtures.createTicketWithStatus('done');
    await fixtures.deliver('deadlines');
    fixtures.advanceClock(hours(9));
    await setTargets(none);
    await patch(anna, id, 'confirm');
    const list = async (query: string) => (await fixtures.call(anna, 'GET', `/ext/tickets?${query}`)).body.items;
    for (const who of [anna, root]) {
      const late = (await fixtures.call(who, 'GET', '/ext/tickets?overdue=true&limit=100')).body.items;
      assert(!late.some((one: { id: number }) => one.id === id));
      const { items, total } = (await fixtures.call(who, 'GET', `/ext/tickets?sort=due&ids=${id}`)).body;
      assert.deepEqual([items.length, total], [1, 1]);
    }
    assert((await list('overdue=false&limit=100')).some((one: { id: number }) => one.id === id));
    await setTargets(aroundTheClock);
  });

  it('wait on the health page when nobody is notified of them', async () => {
    const id = await fixtures.createTicket();
    await fixtures.deliver('deadlines');
    await notifySteps(fixtures.deps);
    const check = deadlinesCheck(fixtures.deps);
    const waiting = async () => (await check.run()) as unknown as { waiting: number };
    assert.equal((await waiting()).waiting, 0);
    fixtures.advanceClock(minutes(46));
    assert((await waiting()).waiting > 0);
    await notifySteps(fixtures.deps);
    assert.equal((await waiting()).waiting, 0);
    assert.deepEqual(await notifiedSteps(id), ['take due_soon']);
  });
});

describe('the cost of deadlines', () => {
  it('the entries that deadlines are calculated from are read up to a limit, above which there are none', async () => {
    await setTargets(aroundTheClock);
    const ticket = await fixtures.createTicketWithStatus('in_progress');
    assert.equal((await deadlineOf(ticket)).finish_state, 'ok');
    await fixtures.transaction((tx) =>
      sql`insert into ticket_events (ticket_id, action, from_status, to_status, actor_name, created_at)
        select ${ticket}, (case when n % 2 = 1 then 'done' else 'rejected' end)::ticket_action, 'in_progress', 'in_progress', 'wanda',
          ${fixtures.now}
        from generate_series(1, 3000) as n`.execute(tx),
    );
    await fixtures.transaction((tx) => sql`delete from ticket_deadlines where ticket_id = ${ticket}`.execute(tx));
    const { take_by, finish_by, take_state, finish_state } = await deadlineOf(ticket);
    assert.deepEqual([take_by, finish_by, take_state, finish_state], [null, null, 'none', 'none']);
    const { rows } = await sql<{ events: number }>`
      select jsonb_array_length(deadline_inputs(${ticket}) -> 'events') as events`.execute(fixtures.db.read);
    assert.deepEqual(rows, [{ events: 1_001 }]);
    await fixtures.transaction((tx) => sql`delete from tickets where id = ${ticket}`.execute(tx));
  });

  it('PUT /ext/projects/{id}/targets counts under a limit of 120 an hour of its account', async () => {
    fixtures.advanceClock(hours(1));
    const statuses = new Set<number>();
    for (let n = 0; n < 120; n++) statuses.add((await put(boris, yard, none)).status);
    assert.deepEqual(statuses, new Set([200]));
    const { status, headers } = await put(boris, yard, none);
    assert.deepEqual([status, headers['retry-after']], [429, '3600']);
    assert.equal((await put(root, yard, none)).status, 200);
  });
});
