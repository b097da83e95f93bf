import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import { modules } from '../src/modules.ts';
import { runDuePatterns, runDueRules } from '../src/product/schedules/recurring/run-due-rules.ts';
import { patternTicks } from '../src/product/schedules/recurring/schedule.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';
import { openSession } from '../testing/open-session.ts';

const fixtures = await Fixtures.create({ MAX_RULES: '60' });
const { root, anna, boris, wanda, ivan, oleg } = fixtures;
await openSession(fixtures, anna);
const start = fixtures.now; // a Sunday, 09:00 in Berlin

const rule = {
  anchor_at: '2026-03-02T00:00:00Z',
  category: 'elevator',
  description: 'Check the lift',
  object_id: fixtures.lobby,
  period_days: 1,
};
const mondays = { rrule: 'FREQ=WEEKLY;BYDAY=MO', starts_on: '2026-03-01', time: '08:00', timezone: 'Europe/Berlin' };
const create = (pattern: object = {}, fields: object = {}, who = anna) =>
  fixtures.call(who, 'POST', '/ext/recurring', { ...rule, ...fields, pattern: { ...mondays, ...pattern } });
const made = async (pattern: object = {}, fields: object = {}): Promise<number> => {
  const { status, body } = await create(pattern, fields);
  assert.equal(status, 201, JSON.stringify(body));
  return body.id;
};
const put = (id: number, pattern: object = {}, who = anna) =>
  fixtures.call(who, 'PUT', `/ext/recurring/${id}/pattern`, { ...mondays, ...pattern });
const read = async (path: string, who: TestUser = anna) => (await fixtures.call(who, 'GET', path)).body;
const ruleOf = (id: number) => read(`/recurring/${id}`);
const nextRunOf = async (id: number): Promise<string> => (await ruleOf(id)).next_run_at;
const runsOf = async (id: number) => (await read(`/recurring/${id}/runs?order=asc&limit=100`)).items;
const ticketOf = async (id: number) => read(`/tickets/${(await runsOf(id)).at(-1).ticket_id}`);
const patchRule = (id: number, body: object) => fixtures.call(anna, 'PATCH', `/recurring/${id}`, body);
const evaluate = () => runDuePatterns(fixtures.deps);
const moveTo = (at: string): void => {
  fixtures.now = new Date(at);
};
async function closeTicket(id: number): Promise<void> {
  const { id: ticket } = await ticketOf(id);
  assert.equal((await fixtures.call(root, 'PATCH', `/tickets/${ticket}/cancel`, { reason: 'not needed' })).status, 200);
}
/** Evaluates at a moment. @returns the number of runs of a rule after that */
async function runsAt(id: number, at: string): Promise<number> {
  moveTo(at);
  await evaluate();
  return (await runsOf(id)).length;
}
const calendarOf = async (id: number, from: string, to: string) =>
  (await read(`/ext/recurring/calendar?from=${from}T00:00:00Z&to=${to}T00:00:00Z`)).items.filter(
    ({ rule_id }: { rule_id: number }) => rule_id === id,
  );
const datesIn = async (id: number, from: string, to: string): Promise<string[]> =>
  (await calendarOf(id, from, to)).map(({ due_at }: { due_at: string }) => due_at.slice(5, 16));

beforeEach(async () => {
  fixtures.now = start;
  await fixtures.transaction(async (tx) => {
    await tx.deleteFrom('recurring_rules').execute();
    await tx.deleteFrom('notifications').execute();
  });
  await fixtures.clearDeliveries();
});

describe('patterns of recurring rules', () => {
  it('POST /ext/recurring creates a rule with its pattern, which decides when it runs next', async () => {
    const { status, body } = await create({ worker_id: wanda.id, lead_days: 2 }, { floor: '3' });
    assert.equal(status, 201);
    const { pattern, ...created } = body;
    assert.deepEqual(created, await ruleOf(body.id));
    assert.deepEqual([created.floor, created.period_days, created.next_run_at], ['3', 1, '2026-02-28T07:00:00.000Z']);
    const expected = {
      ...mondays,
      lead_days: 2,
      worker_id: wanda.id,
      worker_name: 'wanda',
      equipment_id: null,
      equipment: null,
      checklist_id: null,
      is_worker_missing: false,
      has_ended: false,
    };
    assert.deepEqual(pattern, expected);
    assert.deepEqual(await read(`/ext/recurring/${body.id}/pattern`), expected);
  });

  it('POST /ext/recurring creates nothing when the pattern or the rule is refused', async () => {
    const count = async () => (await read('/recurring')).total;
    const before = await count();
    for (const [pattern, fields, status] of [
      [{ rrule: 'FREQ=DAILY;WKST=MO' }, {}, 400],
      [{ worker_id: ivan.id }, {}, 400],
      [{ timezone: 'Europe/Nowhere' }, {}, 400],
      [{}, { object_id: fixtures.gate }, 404],
      [{}, { description: 'x' }, 400],
    ] as const)
      assert.equal((await create(pattern, fields)).status, status, JSON.stringify([pattern, fields]));
    assert.equal(await count(), before);
  });

  it('POST /ext/recurring counts against the quota of rules', async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from recurring_rules`.execute(fixtures.db.read);
    for (let i = rows[0]?.n ?? 0; i < 60; i++) await made();
    assert.equal((await create()).status, 409);
  });

  it('PUT /ext/recurring/{id}/pattern returns 400 for patterns that are malformed or have no coming dates', async () => {
    const id = await made();
    const before = await ruleOf(id);
    for (const pattern of [
      ...['FREQ=HOURLY', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'FREQ=DAILY;UNTIL=20260228', 'FREQ=DAILY;UNTIL=20260301T075959Z'],
      ...['FREQ=DAILY;COUNT=0', 'RRULE:FREQ=DAILY', 'FREQ=DAILY;BYSETPOS=1'],
    ].map((rrule) => ({ rrule })))
      assert.equal((await put(id, pattern)).status, 400, JSON.stringify(pattern));
    for (const pattern of [
      { rrule: 'FREQ=DAILY;COUNT=28', starts_on: '2026-02-01' },
      { starts_on: '1969-12-31' },
      { starts_on: '2026-02-30' },
      { time: '8:00' },
      { time: '24:00' },
      { timezone: '+02:00' },
      { lead_days: 61 },
      { lead_days: -1 },
      { worker_id: oleg.id },
      { worker_id: anna.id },
    ])
      assert.equal((await put(id, pattern)).status, 400, JSON.stringify(pattern));
    assert.deepEqual(await ruleOf(id), before);
  });

  it('DELETE /ext/recurring/{id}/pattern returns the rule to its grid, and 404 to a rule without a pattern', async () => {
    const id = await made();
    const path = `/ext/recurring/${id}/pattern`;
    assert.equal((await fixtures.call(anna, 'DELETE', path)).status, 200);
    assert.equal(await nextRunOf(id), '2026-03-02T00:00:00.000Z');
    for (const method of ['GET', 'DELETE'] as const) assert.equal((await fixtures.call(anna, method, path)).status, 404);
    assert.equal((await fixtures.call(boris, 'PUT', path, mondays)).status, 404);
  });

  it('PATCH /recurring/{id} keeps the pattern: another grid does not move the next run', async () => {
    const id = await made();
    const { status, body } = await patchRule(id, { anchor_at: '2026-03-01T08:00:00Z', period_days: 7, priority: 'high' });
    assert.deepEqual([status, body.next_run_at, body.period_days], [200, '2026-03-02T07:00:00.000Z', 7]);
  });

  it('GET /ext/recurring/preview lists coming dates with their local time', async () => {
    const preview = async (fields: object) => {
      const query = new URLSearchParams({ ...mondays, ...fields });
      return fixtures.call(anna, 'GET', `/ext/recurring/preview?${query}`);
    };
    const { body } = await preview({ rrule: 'FREQ=DAILY', starts_on: '2026-03-28', time: '02:30', count: '3' });
    assert.deepEqual(body, {
      dates: [
        { at: '2026-03-28T01:30:00.000Z', local: '2026-03-28T02:30' },
        { at: '2026-03-29T01:00:00.000Z', local: '2026-03-29T03:00' },
        { at: '2026-03-30T00:30:00.000Z', local: '2026-03-30T02:30' },
      ],
    });
    const { body: coming } = await preview({ starts_on: '2020-01-01' });
    assert.deepEqual([coming.dates.length, coming.dates[0].local], [12, '2026-03-02T08:00']);
    assert.equal((await preview({ rrule: 'FREQ=DAILY;COUNT=3' })).body.dates.length, 2);
    assert.equal((await preview({ count: '100' })).body.dates.length, 100);
    for (const fields of [{ count: '101' }, { count: '0' }, { rrule: 'FREQ=DAILY;UNTIL=20200101' }, { rrule: 'x' }])
      assert.equal((await preview(fields)).status, 400, JSON.stringify(fields));
  });

  it('GET /ext/recurring and GET /ext/recurring/{id} have the pattern of each rule, and null without one', async () => {
    const patterned = await made({ worker_id: wanda.id });
    const { id: plain } = (await fixtures.call(anna, 'POST', '/recurring', rule)).body;
    const [first, second] = (await read('/ext/recurring?sort=id&order=asc')).items;
    assert.deepEqual(first, { ...(await ruleOf(patterned)), pattern: await read(`/ext/recurring/${patterned}/pattern`) });
    assert.deepEqual(second, { ...(await ruleOf(plain)), pattern: null });
    for (const listed of [first, second]) assert.deepEqual(await read(`/ext/recurring/${listed.id}`), listed);
  });

  it('GET /ext/recurring?object_id= has the rules of one object', async () => {
    const object_id = await fixtures.createObject(anna, fixtures.tower, 'Annex');
    const { id } = (await fixtures.call(anna, 'POST', '/recurring', { ...rule, object_id })).body;
    const found = async (object: number) =>
      (await read(`/ext/recurring?object_id=${object}`)).items.map((listed: { id: number }) => listed.id);
    assert.deepEqual(await found(object_id), [id]);
    assert(!(await found(fixtures.lobby)).includes(id));
  });

  it('tickets and runs of the calendar show the pattern of their rule to whoever sees them', async () => {
    const dates = { ...mondays, lead_days: 0 };
    const id = await made({ worker_id: wanda.id });
    assert.deepEqual((await calendarOf(id, '2026-03-02', '2026-03-03'))[0].pattern, dates);
    await runsAt(id, '2026-03-02T07:00:00Z');
    const ticket = (await ticketOf(id)).id;
    for (const who of [anna, wanda]) assert.deepEqual((await read(`/ext/tickets/${ticket}`, who)).recurring_pattern, dates);
    await fixtures.call(anna, 'DELETE', `/ext/recurring/${id}/pattern`);
    assert.equal((await read(`/ext/tickets/${ticket}`)).recurring_pattern, null);
    assert.equal((await calendarOf(id, '2026-03-02', '2026-03-03'))[0]?.pattern ?? null, null);
  });

  it('the calendar and the feed show the runs of a rule, and a shift returns 409', async () => {
    const id = await made({ rrule: 'FREQ=MONTHLY;BYMONTHDAY=-1', lead_days: 3, time: '09:30' });
    const expected = ['03-28T08:30', '04-27T07:30', '05-28T07:30'];
    assert.deepEqual(await datesIn(id, '2026-03-01', '2026-06-01'), expected);
    assert.deepEqual(await datesIn(id, '2026-04-01', '2026-06-01'), expected.slice(1), 'a period that begins later');
    assert.deepEqual(await datesIn(id, '2026-04-01', '2026-04-27'), []);
    const feed = (await fixtures.call(anna, 'POST', '/ext/calendar')).body.url as string;
    const { body: text } = await fixtures.call(undefined, 'GET', new URL(feed).pathname);
    const starts = [...text.matchAll(/DTSTART:(\S+)/g)].map(([, at]) => at);
    assert.deepEqual([starts.length, ...starts.slice(0, 2)], [12, '20260328T083000Z', '20260427T073000Z']);
    for (const query of ['', '?dry_run=true']) {
      const shift = { due_at: '2026-03-28T08:30:00Z', to: '2026-04-01T08:00:00Z' };
      assert.equal((await fixtures.call(anna, 'POST', `/ext/recurring/${id}/shift${query}`, shift)).status, 409);
    }
  });

  it('a ticket of the rule shows the next run by the pattern', async () => {
    const id = await made();
    const { body } = await fixtures.call(anna, 'POST', `/recurring/${id}/run`);
    const { recurring } = await read(`/tickets/${body.ticket_id}`);
    assert.deepEqual([recurring.rule_id, recurring.next_run_at], [id, '2026-03-02T07:00:00.000Z']);
  });
});

describe('the evaluation of rules with patterns', () => {
  it('a rule creates one ticket at each date, and one for all dates that were missed', async () => {
    const id = await made();
    assert.equal(await runsAt(id, '2026-03-02T06:59:59.999Z'), 0);
    assert.equal(await runsAt(id, '2026-03-02T07:00:00Z'), 1);
    assert.deepEqual(
      [(await ruleOf(id)).last_run_at, await nextRunOf(id)],
      ['2026-03-02T07:00:00.000Z', '2026-03-09T07:00:00.000Z'],
    );
    await closeTicket(id);
    assert.equal(await runsAt(id, '2026-03-02T07:00:30Z'), 1);
    assert.equal(await runsAt(id, '2026-04-07T12:00:00Z'), 2, 'five Mondays later');
    assert.equal(await nextRunOf(id), '2026-04-13T06:00:00.000Z', 'in summer');
    await closeTicket(id);
    assert.equal(await runsAt(id, '2026-04-08T12:00:00Z'), 2);
  });

  it('an unclosed previous ticket, a disabled rule, object or project keep the rule from running until they do not', async () => {
    const object_id = await fixtures.createObject(anna, fixtures.tower, 'Attic');
    const id = await made({}, { object_id });
    const [at, later] = ['2026-03-02T07:00:00Z', '2026-03-03T07:00:00Z'];
    for (const path of [`/recurring/${id}`, `/objects/${object_id}`, `/projects/${fixtures.tower}`]) {
      const set = (is_active: boolean) => fixtures.call(anna, 'PATCH', path, { is_active });
      assert.equal((await set(false)).status, 200);
      assert.equal(await runsAt(id, at), 0, path);
      await set(true);
    }
    assert.equal(await runsAt(id, later), 1);
    assert.equal(await runsAt(id, '2026-03-16T07:00:00Z'), 1);
    await closeTicket(id);
    assert.equal(await runsAt(id, '2026-03-17T07:00:00Z'), 2);
  });

  it('rules with patterns are evaluated more than once a minute, whatever RECURRING_TICK_EVERY is', () => {
    const deps = {
      ...fixtures.deps,
      config: { ...fixtures.deps.config, recurringTickMs: 24 * 86_400_000 },
      archiveTickets: undefined,
    };
    const jobs = modules.flatMap((one) => one.jobs?.(deps) ?? []);
    const everyMs = (name: string) => jobs.find((job) => job.name === name)?.everyMs ?? 0;
    assert(everyMs(patternTicks) > 0 && everyMs(patternTicks) < 60_000);
    assert.equal(everyMs('rules'), 24 * 86_400_000);
  });

  it('the runs of a rule over a change of clocks are those that the calendar listed before', async () => {
    for (const pattern of [
      { rrule: 'FREQ=DAILY', time: '02:30' },
      { rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU', time: '02:15', timezone: 'Australia/Lord_Howe', lead_days: 2 },
      { rrule: 'FREQ=MONTHLY;BYMONTHDAY=-1,1,15', time: '02:30', timezone: 'America/New_York', starts_on: '2026-03-08' },
      { rrule: 'FREQ=WEEKLY;BYDAY=SU;COUNT=4', time: '02:30', timezone: 'Africa/Casablanca' },
    ]) {
      fixtures.now = start;
      const id = await made(pattern);
      const listed = await datesIn(id, '2026-03-01', '2026-04-10');
      const seen: string[] = [];
      for (let next = await ruleOf(id); next.is_active && next.next_run_at < '2026-04-10'; next = await ruleOf(id)) {
        seen.push(next.next_run_at.slice(5, 16));
        if (new Date(next.next_run_at) > fixtures.now) moveTo(next.next_run_at);
        await evaluate();
        await closeTicket(id);
      }
      assert.deepEqual(seen, listed, JSON.stringify(pattern));
      assert(seen.length >= 3);
    }
  });

  it('evaluations of all rules run it as well, and rules without a pattern wait for those', async () => {
    const id = await made();
    const grid = (await fixtures.call(anna, 'POST', '/recurring', rule)).body.id;
    assert.equal(await runsAt(id, '2026-03-02T07:00:00Z'), 1);
    assert.equal((await runsOf(grid)).length, 0);
    await closeTicket(id);
    moveTo('2026-03-09T07:00:00Z');
    assert.equal((await runDueRules(fixtures.deps)).tickets, 2);
  });

  it('three instances that evaluate at once create one ticket of each rule and date', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => made({ worker_id: wanda.id })));
    moveTo('2026-03-02T07:00:00Z');
    const counts = await Promise.all([evaluate(), evaluate(), evaluate()]);
    assert.equal(
      counts.reduce((sum, n) => sum + n, 0),
      ids.length,
    );
    for (const id of ids) assert.equal((await runsOf(id)).length, 1);
  });

  it('rules that run in one transaction give each ticket its own worker, checklist, journal and deliveries', async () => {
    const { body: checklist } = await fixtures.call(anna, 'POST', '/ext/checklists', {
      name: 'Lift',
      items: [{ kind: 'check', label: 'Doors', required: true }],
    });
    const ids = [
      await made({ worker_id: wanda.id, checklist_id: checklist.id }),
      await made({}, { description: 'Check the pump' }),
      await made({ worker_id: wanda.id }, { description: 'Check the gate' }),
      await made({ checklist_id: checklist.id }),
    ];
    await fixtures.transaction(async (tx) => {
      await sql`update users set messenger_target = '4711' where id = ${anna.id}`.execute(tx);
      await sql`update recurring_rules set created_by = null, created_by_name = 'Former' where id = ${ids[2]}`.execute(tx);
      await sql`update recurring_patterns set has_worker = true where rule_id = ${ids[3]}`.execute(tx);
    });
    await fixtures.clearDeliveries();
    moveTo('2026-03-02T07:00:00Z');
    assert.equal(await evaluate(), ids.length);
    const tickets = await Promise.all(ids.map(ticketOf));
    assert.deepEqual(
      tickets.map(({ description, status, worker_id }) => [description, status, worker_id]),
      [
        ['Check the lift', 'assigned', wanda.id],
        ['Check the pump', 'new', undefined],
        ['Check the gate', 'assigned', wanda.id],
        ['Check the lift', 'new', undefined],
      ],
    );
    const ticketIds = tickets.map(({ id }) => id);
    assert.deepEqual(
      ticketIds.toSorted((a, b) => a - b),
      ticketIds,
    );
    const ofTickets = (path: string) => Promise.all(ticketIds.map((id) => read(path.replace('{id}', id))));
    assert.deepEqual(
      (await ofTickets('/ext/tickets/{id}/checklist')).map(({ items = [] }) => items.length),
      [1, 0, 0, 1],
    );
    assert.deepEqual(
      (await ofTickets('/tickets/{id}/events')).map(({ items }) =>
        items.map(({ action, actor_name }: Record<string, string>) => `${action} ${actor_name}`),
      ),
      [
        [`created ${anna.name}`, `assigned ${anna.name}`],
        [`created ${anna.name}`],
        ['created Former', 'assigned Former'],
        [`created ${anna.name}`],
      ],
    );
    const delivered = async (queue: 'messages' | 'notifications') =>
      (await fixtures.pendingDeliveries(queue))
        .map((payload) => `${payload.ticket_id} ${payload.action ?? payload.kind}`)
        .toSorted();
    assert.deepEqual(await delivered('messages'), ticketIds.map((id) => `${id} created`).toSorted());
    assert.deepEqual(
      await delivered('notifications'),
      [
        ...ticketIds.map((id) => `${id} created`),
        ...[0, 2].map((i) => `${ticketIds[i]} assigned`),
        `${ticketIds[3]} rule_worker_missing`,
      ].toSorted(),
    );
  });

  it('a run whose transaction is lost leaves nothing, and the next evaluation makes it once', async () => {
    const id = await made({ worker_id: wanda.id });
    moveTo('2026-03-02T07:00:00Z');
    const before = (await read('/tickets')).total;
    const db = {
      ...fixtures.db,
      transaction: <T>(work: Parameters<typeof fixtures.db.transaction<T>>[0]): Promise<T> =>
        fixtures.db.transaction(async (tx) => {
          const done = await work(tx);
          await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
          return done;
        }),
    };
    await assert.rejects(runDuePatterns({ ...fixtures.deps, db }));
    assert.deepEqual([(await runsOf(id)).length, (await read('/tickets')).total], [0, before]);
    assert.deepEqual([await evaluate(), await evaluate()], [1, 0]);
  });

  it('rules of a client that fail together run one by one, and one that fails alone is tried again', async () => {
    const ids = await Promise.all(Array.from({ length: 3 }, () => made({})));
    moveTo('2026-03-02T07:00:00Z');
    let transactions = 0;
    const db = {
      ...fixtures.db,
      transaction: <T>(work: Parameters<typeof fixtures.db.transaction<T>>[0]): Promise<T> =>
        fixtures.db.transaction(async (tx) => {
          const done = await work(tx);
          if ([1, 3].includes(++transactions)) throw new Error('the database is full');
          return done;
        }),
    };
    await assert.rejects(runDuePatterns({ ...fixtures.deps, db }), /1 of the due rules/);
    assert.equal(transactions, 4);
    const runs = async () => (await Promise.all(ids.map(runsOf))).map((ofRule) => ofRule.length);
    assert.deepEqual((await runs()).toSorted(), [0, 1, 1]);
    assert.equal(await evaluate(), 1);
    assert.deepEqual(await runs(), [1, 1, 1]);
  });

  it('the rule is disabled after its last date, keeps it, and cannot be enabled', async () => {
    for (const rrule of [
      'FREQ=WEEKLY;BYDAY=MO;COUNT=2',
      'FREQ=WEEKLY;BYDAY=MO;UNTIL=20260309',
      'FREQ=WEEKLY;BYDAY=MO;UNTIL=20260309T070000Z',
    ]) {
      fixtures.now = start;
      const id = await made({ rrule });
      assert.equal(await runsAt(id, '2026-03-02T07:00:00Z'), 1);
      assert.equal((await ruleOf(id)).is_active, true);
      await closeTicket(id);
      assert.equal(await runsAt(id, '2026-03-09T07:00:30Z'), 2, rrule);
      const state = async () => [(await ruleOf(id)).is_active, await nextRunOf(id)];
      assert.deepEqual(await state(), [false, '2026-03-09T07:00:00.000Z']);
      await closeTicket(id);
      assert.equal((await patchRule(id, { is_active: true })).status, 200);
      assert.deepEqual(await state(), [false, '2026-03-09T07:00:00.000Z']);
      assert.equal(await runsAt(id, '2026-03-20T07:00:00Z'), 2);
      assert.deepEqual(await datesIn(id, '2026-03-01', '2026-06-01'), []);
      assert.equal((await read(`/ext/recurring/${id}/next-run`)).due, false);
      assert.equal((await read(`/ext/recurring/${id}/pattern`)).has_ended, true);
      await put(id);
      await patchRule(id, { is_active: true });
      assert.deepEqual(await state(), [true, '2026-03-23T07:00:00.000Z'], 'with another pattern');
    }
  });

  it('a rule that missed its last dates runs once and keeps the last of them', async () => {
    const id = await made({ rrule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=3' });
    assert.equal(await runsAt(id, '2026-05-01T00:00:00Z'), 1);
    assert.equal((await runDueRules(fixtures.deps)).blocked.rule_disabled, 0, 'it is not due any more');
    const { is_active, next_run_at } = await ruleOf(id);
    assert.deepEqual([is_active, next_run_at], [false, '2026-03-16T07:00:00.000Z']);
  });

  it('POST /recurring/{id}/run leaves coming dates as they are', async () => {
    const id = await made({ rrule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=2' });
    assert.equal((await fixtures.call(anna, 'POST', `/recurring/${id}/run`)).status, 201);
    assert.equal(await nextRunOf(id), '2026-03-02T07:00:00.000Z');
    await closeTicket(id);
    assert.equal(await runsAt(id, '2026-03-02T07:00:00Z'), 2);
  });

  it('a pattern that replaces another does not repeat dates, and another worker alone loses none', async () => {
    const id = await made({ rrule: 'FREQ=DAILY', lead_days: 1, starts_on: '2026-03-03' });
    assert.equal(await runsAt(id, '2026-03-02T07:00:00Z'), 1);
    await closeTicket(id);
    await put(id, { rrule: 'FREQ=DAILY', lead_days: 1, starts_on: '2026-03-01', time: '08:30' });
    assert.equal(await nextRunOf(id), '2026-03-02T07:30:00.000Z');
    moveTo('2026-03-05T12:00:00Z');
    await put(id, { rrule: 'FREQ=DAILY', lead_days: 1, starts_on: '2026-03-01', time: '08:30', worker_id: wanda.id });
    assert.equal(await nextRunOf(id), '2026-03-02T07:30:00.000Z', 'still overdue');
  });

  it('GET /ext/recurring/{id}/next-run tells the evaluation of patterns', async () => {
    const id = await made();
    const { expected_at, evaluation_interval_seconds, due } = await read(`/ext/recurring/${id}/next-run`);
    assert.deepEqual([expected_at, evaluation_interval_seconds, due], ['2026-03-02T07:00:00.000Z', 5, false]);
  });
});

describe('the worker of a pattern', () => {
  const inbox = async (who: TestUser) => {
    await fixtures.deliver('notifications');
    return (await read('/ext/notifications', who)).items.filter(
      ({ event }: { event: string }) => event === 'rule_worker_missing' || event === 'ticket_assigned',
    );
  };
  const journal = async (ticket: number) =>
    (await read(`/tickets/${ticket}/events`)).items.map(
      ({ action, actor_name, from_status, to_status }: Record<string, string>) =>
        `${action} by ${actor_name}: ${from_status}>${to_status}`,
    );

  it('gets the ticket when it is created, in the name of the creator of the rule', async () => {
    const { body } = await create({ worker_id: wanda.id }, {}, root);
    assert.equal(await runsAt(body.id, '2026-03-02T07:00:00Z'), 1);
    const ticket = await ticketOf(body.id);
    assert.deepEqual([ticket.status, ticket.worker_id, ticket.client_id], ['assigned', wanda.id, anna.id]);
    assert.equal(ticket.assigned_at, fixtures.now.toISOString());
    assert.deepEqual(await journal(ticket.id), ['created by root: >new', 'assigned by root: new>assigned']);
    const [told] = await inbox(wanda);
    assert.deepEqual([told.event, told.ticket_id], ['ticket_assigned', ticket.id]);
    assert.deepEqual(await inbox(anna), []);
  });

  it('gets the ticket of a run by hand as well', async () => {
    const id = await made({ worker_id: wanda.id });
    const { body } = await fixtures.call(anna, 'POST', `/recurring/${id}/run`);
    assert.equal((await read(`/tickets/${body.ticket_id}`)).worker_id, wanda.id);
  });

  for (const [what, remove] of [
    ['is disabled', (who: TestUser) => fixtures.call(root, 'PATCH', `/users/${who.id}`, { is_active: false })],
    ['has left the project', (who: TestUser) => fixtures.call(anna, 'DELETE', `/projects/${fixtures.tower}/workers/${who.id}`)],
    [
      'was deleted',
      async (who: TestUser) => {
        await fixtures.call(anna, 'DELETE', `/projects/${fixtures.tower}/workers/${who.id}`);
        return fixtures.call(root, 'DELETE', `/users/${who.id}`);
      },
    ],
  ] as const) {
    it(`that ${what} gets no ticket: it stays new and the client is notified`, async () => {
      const worker = await fixtures.createUser(`temp ${what}`, 'worker');
      await fixtures.addMember(fixtures.tower, worker, 'active');
      const id = await made({ worker_id: worker.id });
      assert.equal((await remove(worker)).status, 200);
      const pattern = await read(`/ext/recurring/${id}/pattern`);
      assert.deepEqual([pattern.is_worker_missing, pattern.worker_id], [true, what === 'was deleted' ? null : worker.id]);
      assert.equal(await runsAt(id, '2026-03-02T07:00:00Z'), 1);
      const ticket = await ticketOf(id);
      assert.deepEqual([ticket.status, ticket.worker_id], ['new', undefined]);
      assert.deepEqual(await journal(ticket.id), ['created by anna: >new']);
      const [told, ...more] = await inbox(anna);
      assert.deepEqual([told.event, told.ticket_id, told.read_at, more], ['rule_worker_missing', ticket.id, null, []]);
      assert.equal(told.params.actor_name, what === 'was deleted' ? '' : worker.name);
      await fixtures.call(anna, 'PATCH', `/tickets/${ticket.id}/assign`, { worker_id: wanda.id });
      assert.notEqual((await inbox(anna))[0].read_at, null, 'nothing is left to do');
    });
  }

  it('gets the ticket in the name of a creator whose account was deleted', async () => {
    const admin = await fixtures.createUser('maker', 'admin');
    const { body } = await create({ worker_id: wanda.id }, {}, admin);
    await fixtures.call(root, 'DELETE', `/users/${admin.id}`);
    await runsAt(body.id, '2026-03-02T07:00:00Z');
    assert.deepEqual(await journal((await ticketOf(body.id)).id), ['created by maker: >new', 'assigned by maker: new>assigned']);
  });
});
