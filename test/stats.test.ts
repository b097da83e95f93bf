import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { days, hours, minutes } from '../src/platform/lib/duration.ts';
import { findSumDifferences, repairSums } from '../src/product/reporting/stats/recount-sums.ts';
import { sumWeeks } from '../src/product/reporting/stats/sum-weeks.ts';
import { findStatDifferences, repairStats } from '../src/product/tickets/recount-stats.ts';
import { deleteExpiredTickets } from '../src/product/tickets/retention.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';
import { sumInvariants } from '../testing/invariants.ts';
import { waitFor } from '../testing/wait.ts';

const fixtures = await Fixtures.create({ TICKET_RETENTION_DAYS: '60' });
const { anna, boris, root, wanda, oleg, tower, lobby, yard, gate } = fixtures;

const read = (who: TestUser, query: Record<string, string | number>, path = '/ext/stats') =>
  fixtures.call(
    who,
    'GET',
    `${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
  );
const patch = async (who: TestUser, id: number, operation: string, body?: object): Promise<void> => {
  const answer = await fixtures.call(who, 'PATCH', `/tickets/${id}/${operation}`, body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
};
/** Everything that happens until `work` is done, and nothing before it. */
async function numbersDuring(work: () => Promise<unknown>, query: Record<string, string | number> = {}, who = root) {
  fixtures.advanceClock(days(90));
  const from = fixtures.now;
  await work();
  fixtures.advanceClock(1);
  const { status, body } = await read(who, { ...query, from: from.toISOString(), to: fixtures.now.toISOString() });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}
const none = { median_minutes: null, p90_minutes: null };
/** Without what depends on the present time. */
const ofRange = ({ open_by_age: _open, deleted_before: _deleted, ...rest }: Record<string, unknown>) => rest;

describe('GET /ext/stats', () => {
  it('counts created, closed, canceled and rejected tickets, and times taking and finishing', async () => {
    const body = await numbersDuring(async () => {
      const [repaired, given, unseen] = [
        await fixtures.createTicket(),
        await fixtures.createTicket(),
        await fixtures.createTicket(),
      ];
      fixtures.advanceClock(minutes(10));
      await patch(wanda, repaired, 'take');
      await patch(wanda, repaired, 'start');
      fixtures.advanceClock(minutes(20));
      await patch(wanda, repaired, 'done');
      await patch(anna, repaired, 'reject', { reason: 'still dark' });
      await patch(wanda, repaired, 'start');
      fixtures.advanceClock(minutes(30));
      await patch(wanda, repaired, 'done');
      fixtures.advanceClock(hours(5));
      await patch(anna, repaired, 'confirm');
      await patch(anna, unseen, 'cancel', { reason: 'reported twice' });
      await patch(anna, given, 'assign', { worker_id: wanda.id });
    });
    const counts = { created: 3, closed: 2, canceled: 1, reworked: 1 };
    const qualities = {
      take: { median_minutes: 185, p90_minutes: 325 },
      finish: { median_minutes: 60, p90_minutes: 60 },
      deadlines: { met: 0, missed: 0 },
    };
    const rating = { count: 0, mean: null };
    assert.deepEqual(body.totals, { ...counts, ...qualities, costs: [], rating });
    assert.deepEqual(body.by_category, [{ category: 'electric', ...counts, ...qualities, costs: [] }]);
    assert.deepEqual(body.by_object, [{ object_id: lobby, name: 'Lobby', ...counts, ...qualities, costs: [], rating }]);
    assert.deepEqual(body.by_worker, [
      { worker_id: wanda.id, name: 'wanda', closed: 1, canceled: 0, reworked: 1, ...qualities, rating },
    ]);
    assert.deepEqual(
      body.buckets.map(({ from, ...rest }: { from: string }) => rest),
      [{ ...counts, costs: [] }],
    );
  });

  it('counts kept and missed appointments, and how long work waited for what', async () => {
    const at = (ms: number): string => new Date(fixtures.now.getTime() + ms).toISOString();
    const taken = async (fromMs: number): Promise<number> => {
      const id = await fixtures.createTicketWithStatus('assigned');
      const visit = { from: at(fromMs), to: at(fromMs + hours(2)) };
      assert.equal((await fixtures.call(anna, 'PUT', `/ext/tickets/${id}/appointment`, visit)).status, 200);
      return id;
    };
    const hold = (id: number, body: object) => fixtures.call(wanda, 'PUT', `/ext/tickets/${id}/hold`, body);
    const body = await numbersDuring(async () => {
      const [started, done, late, moved, canceled, early] = [
        await taken(hours(3)),
        await taken(hours(3)),
        await taken(hours(3)),
        await taken(hours(3)),
        await taken(hours(3)),
        await taken(hours(20)),
      ];
      await taken(hours(100)); // not over yet
      await fixtures.call(anna, 'PUT', `/ext/tickets/${moved}/appointment`, { from: at(hours(50)), to: at(hours(51)) });
      await fixtures.call(anna, 'DELETE', `/ext/tickets/${canceled}/appointment`);
      await patch(wanda, done, 'start');
      fixtures.advanceClock(hours(2)); // an hour before
      await patch(wanda, started, 'start');
      fixtures.advanceClock(hours(3));
      await patch(wanda, done, 'done');
      fixtures.advanceClock(1);
      await patch(wanda, late, 'start');
      await patch(wanda, early, 'start');
      await patch(wanda, early, 'done');
      await hold(late, { reason: 'part' });
      await hold(started, { reason: 'weather', until: at(hours(1)) });
      await hold(moved, { reason: 'part' });
      fixtures.advanceClock(hours(4));
      await fixtures.call(wanda, 'DELETE', `/ext/tickets/${late}/hold`);
      fixtures.advanceClock(hours(20));
    });
    assert.deepEqual(body.appointments, { kept: 2, missed: 1 });
    assert.deepEqual(body.waiting_by_reason, [
      { reason: 'part', holds: 2, minutes: (4 + 24) * 60 },
      { reason: 'weather', holds: 1, minutes: 60 },
    ]);
    const range = { from: at(-hours(24)), to: at(-hours(23)) };
    const hour = [
      { reason: 'part', holds: 2, minutes: 120 },
      { reason: 'weather', holds: 1, minutes: 60 },
    ];
    for (const [who, expected] of [
      [anna, hour],
      [boris, []],
    ] as const) {
      const { body: part } = await read(who, range);
      assert.deepEqual(part.waiting_by_reason, expected);
      assert.deepEqual(part.appointments, { kept: 0, missed: 0 });
    }
    const all = { from: at(-hours(29)), to: at(0) };
    assert.deepEqual((await read(anna, { ...all, project_id: tower })).body.appointments, { kept: 2, missed: 1 });
    assert.deepEqual((await read(boris, all)).body.appointments, { kept: 0, missed: 0 });
  });

  it('has a bucket with 0 for each day, week that begins on Monday and month, in the time zone', async () => {
    const starts = async (query: Record<string, string>) => {
      const { body } = await read(anna, query);
      for (const { from, ...counts } of body.buckets) assert.deepEqual(Object.values(counts), [0, 0, 0, 0, []], from);
      return body.buckets.map(({ from }: { from: string }) => from);
    };
    const berlin = { timezone: 'Europe/Berlin' };
    assert.deepEqual(await starts({ ...berlin, from: '2020-03-27T23:00:00Z', to: '2020-03-29T22:00:01Z' }), [
      '2020-03-27T23:00:00.000Z',
      '2020-03-28T23:00:00.000Z',
      '2020-03-29T22:00:00.000Z',
    ]);
    assert.deepEqual(await starts({ ...berlin, group: 'week', from: '2020-10-20T12:00:00Z', to: '2020-10-27T12:00:00Z' }), [
      '2020-10-18T22:00:00.000Z',
      '2020-10-25T23:00:00.000Z',
    ]);
    assert.deepEqual(
      await starts({ timezone: 'Asia/Kathmandu', group: 'month', from: '2020-01-31T18:15:00Z', to: '2020-03-01T00:00:00Z' }),
      ['2020-01-31T18:15:00.000Z', '2020-02-29T18:15:00.000Z'],
    );
    // Samoa had no 30 December 2011.
    assert.deepEqual(await starts({ timezone: 'Pacific/Apia', from: '2011-12-30T00:00:00Z', to: '2012-01-01T00:00:00Z' }), [
      '2011-12-29T10:00:00.000Z',
      '2011-12-30T10:00:00.000Z',
      '2011-12-31T10:00:00.000Z',
    ]);
  });

  it('returns 400 to unknown time zones, offsets, reversed ranges and more than 1,000 buckets', async () => {
    for (const query of [
      { timezone: 'Europe/Nowhere' },
      { timezone: '+02:00' },
      { from: '2026-01-02T00:00:00Z', to: '2026-01-02T00:00:00Z' },
      { from: '2020-01-01T00:00:00Z', to: '2022-09-28T00:00:01Z' },
      { from: '0000-01-01T00:00:00Z', to: '9999-12-31T23:59:59Z', group: 'month' },
    ] as Record<string, string>[]) {
      assert.equal((await read(anna, query)).status, 400, JSON.stringify(query));
    }
    const { status, body } = await read(anna, { from: '2020-01-01T00:00:00Z', to: '2022-09-27T00:00:00Z' });
    assert.deepEqual([status, body.buckets.length], [200, 1_000]);
    assert.equal((await read(anna, { from: '0001-01-01T00:00:00Z', to: '0001-01-03T00:00:00Z' })).status, 200);
    assert.equal(
      (await read(anna, { from: '9999-12-30T00:00:00Z', to: '9999-12-31T23:59:59Z', timezone: 'Pacific/Apia' })).status,
      200,
    );
  });

  it('shows a client only its own projects', async () => {
    const work = async () => {
      await fixtures.createTicket();
      await fixtures.createTicket({}, boris, gate);
      await fixtures.createTicket({}, boris, gate);
    };
    const seen = async (who: TestUser, query = {}) => {
      const { totals, by_object } = await numbersDuring(work, query, who);
      return [totals.created, by_object.map(({ object_id }: { object_id: number }) => object_id)];
    };
    assert.deepEqual(await seen(root), [3, [gate, lobby]]);
    assert.deepEqual(await seen(anna), [1, [lobby]]);
    assert.deepEqual(await seen(boris), [2, [gate]]);
    assert.deepEqual(await seen(root, { project_id: yard }), [2, [gate]]);
  });

  it('counts a ticket as met or missed when it closes, and one without targets not at all', async () => {
    const targets = { timezone: 'UTC', take_within_minutes: { normal: 60 }, finish_within_minutes: { normal: 240 } };
    const finish = async (takeAfter: number, doneAfter: number) => {
      const id = await fixtures.createTicket();
      await fixtures.deliver('deadlines');
      fixtures.advanceClock(takeAfter);
      await patch(wanda, id, 'take');
      await patch(wanda, id, 'start');
      fixtures.advanceClock(doneAfter);
      await patch(wanda, id, 'done');
      await patch(anna, id, 'confirm');
      await fixtures.deliver('deadlines');
    };
    const { totals } = await numbersDuring(async () => {
      await finish(minutes(1), minutes(1));
      assert.equal((await fixtures.call(anna, 'PUT', `/ext/projects/${tower}/targets`, targets)).status, 200);
      await finish(minutes(59), minutes(180));
      await finish(minutes(61), minutes(5));
      await finish(minutes(5), minutes(240));
      await fixtures.createTicket();
      await fixtures.deliver('deadlines');
    });
    assert.deepEqual(totals.deadlines, { met: 1, missed: 2 });
    await fixtures.call(anna, 'PUT', `/ext/projects/${tower}/targets`, {
      ...targets,
      take_within_minutes: {},
      finish_within_minutes: {},
    });
  });

  it('keeps the numbers of tickets that retention deletes, and names nobody after the account is gone', async () => {
    const gone = await fixtures.createUser('gone', 'worker');
    await fixtures.addMember(tower, gone, 'active');
    fixtures.advanceClock(days(90));
    const from = fixtures.now.toISOString();
    const id = await fixtures.createTicket();
    fixtures.advanceClock(minutes(3));
    await patch(gone, id, 'take');
    await patch(gone, id, 'start');
    await patch(gone, id, 'done');
    await patch(anna, id, 'confirm');
    fixtures.advanceClock(1);
    const query = { from, to: fixtures.now.toISOString() };
    const { body: before } = await read(root, query);
    assert.deepEqual([before.by_worker[0].worker_id, before.by_worker[0].name], [gone.id, 'gone']);
    fixtures.advanceClock(days(61));
    assert((await deleteExpiredTickets(fixtures.deps)) > 0);
    assert.equal((await fixtures.call(root, 'GET', `/tickets/${id}`)).status, 404);
    assert.deepEqual(ofRange((await read(root, query)).body), ofRange(before));
    assert.equal((await fixtures.call(anna, 'DELETE', `/users/${gone.id}`)).status, 200);
    const { body: after } = await read(root, query);
    assert.deepEqual(ofRange(after), {
      ...ofRange(before),
      by_worker: [{ ...before.by_worker[0], worker_id: null, name: null }],
    });
    assert(!JSON.stringify(after).includes('gone'));
    const { rows } = await sql`select from ticket_stats where worker_id = ${gone.id}`.execute(fixtures.db.read);
    assert.deepEqual(rows, []);
  });

  it('names objects that are gone in one neutral line', async () => {
    const roof = await fixtures.createObject(anna, tower, 'Roof');
    const body = await numbersDuring(async () => {
      await fixtures.createTicket({}, anna, roof);
      await fixtures.transaction(async (tx) => {
        await sql`delete from tickets where object_id = ${roof}`.execute(tx);
        await sql`delete from objects where id = ${roof}`.execute(tx);
      });
    });
    assert.deepEqual(
      body.by_object.map(({ object_id, name, created }: Record<string, unknown>) => [object_id, name, created]),
      [[null, 'Deleted object', 1]],
    );
  });

  it('forgets the tickets of a deleted project', async () => {
    const project = await fixtures.createProject(anna, 'Annex');
    const hall = await fixtures.createObject(anna, project, 'Hall');
    const { totals } = await numbersDuring(async () => {
      await fixtures.createTicket({}, anna, hall);
      assert.equal((await fixtures.call(root, 'DELETE', `/projects/${project}`)).status, 200);
    });
    assert.equal(totals.created, 0);
    const { rows } = await sql`select from ticket_stats where project_id = ${project}`.execute(fixtures.db.read);
    assert.deepEqual(rows, []);
  });

  it('loses no count when transitions happen at once', async () => {
    const { totals } = await numbersDuring(async () => {
      const ids = await Promise.all(Array.from({ length: 20 }, () => fixtures.createTicket()));
      await Promise.all(ids.flatMap((id) => [1, 2].map(() => fixtures.call(wanda, 'PATCH', `/tickets/${id}/take`))));
      await Promise.all(
        ids.flatMap((id) =>
          [anna, root].map((who) => fixtures.call(who, 'PATCH', `/tickets/${id}/cancel`, { reason: 'reported twice' })),
        ),
      );
    });
    assert.deepEqual([totals.created, totals.closed, totals.canceled], [20, 20, 20]);
  });

  it('counts a ticket that is reassigned once, for the worker who closed it', async () => {
    await fixtures.addMember(tower, oleg, 'active');
    const body = await numbersDuring(async () => {
      const id = await fixtures.createTicketWithStatus('in_progress');
      fixtures.advanceClock(hours(1));
      const answer = await fixtures.call(anna, 'POST', `/ext/tickets/${id}/reassign`, { worker_id: oleg.id });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      await patch(oleg, id, 'start');
      await patch(oleg, id, 'done');
      await patch(anna, id, 'confirm');
    });
    assert.deepEqual(body.totals.take, { median_minutes: 0, p90_minutes: 0 });
    assert.deepEqual(
      body.by_worker.map(({ worker_id, closed, take }: Record<string, unknown>) => ({ worker_id, closed, take })),
      [
        { worker_id: oleg.id, closed: 1, take: none },
        { worker_id: wanda.id, closed: 0, take: { median_minutes: 0, p90_minutes: 0 } },
      ],
    );
  });
});

describe('GET /ext/stats and a slow calculation over the journal', () => {
  interface Entry {
    action: string;
    at: string;
    from_status: string | null;
    created_at: string;
    done_at: string | null;
    client_id: string;
  }
  const local = (at: string, timezone: string) => Temporal.Instant.from(at).toZonedDateTimeISO(timezone).toPlainDate();
  const periodOf = (at: string, group: string, timezone: string): string => {
    const day = local(at, timezone);
    if (group === 'month') return day.toPlainYearMonth().toString();
    return (group === 'week' ? day.subtract({ days: day.dayOfWeek - 1 }) : day).toString();
  };
  const percentile = (values: number[], fraction: number): number | null => {
    if (values.length === 0) return null;
    const sorted = values.toSorted((a, b) => a - b);
    const rank = fraction * (sorted.length - 1);
    const lower = sorted[Math.floor(rank)] ?? 0;
    return Math.round((lower + ((sorted[Math.ceil(rank)] ?? 0) - lower) * (rank - Math.floor(rank))) * 10) / 10;
  };
  const minutesBetween = (a: string, b: string): number => Math.round(Math.round((Date.parse(b) - Date.parse(a)) / 1_000) / 60);

  it('are equal for random histories, ranges and time zones around changes of the clocks', async () => {
    await fixtures.transaction(async (tx) => {
      await sql`delete from ticket_stats`.execute(tx);
      await sql`delete from tickets`.execute(tx);
    });
    const began = Date.parse('2024-03-25T00:00:00Z');
    fixtures.now = new Date(began);
    let random = 7;
    const next = (below: number): number => {
      random = (random * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((random / 2_147_483_648) * below);
    };
    for (let i = 0; i < 60; i++) {
      const byBoris = next(4) === 0;
      const id = await (byBoris ? fixtures.createTicket({}, boris, gate) : fixtures.createTicket());
      const steps: [TestUser, string, object?][] = [
        [wanda, 'take'],
        [wanda, 'start'],
        [wanda, 'done'],
        ...(next(3) === 0
          ? ([
              [anna, 'reject', { reason: 'still dark' }],
              [wanda, 'start'],
              [wanda, 'done'],
            ] as [TestUser, string, object?][])
          : []),
        [anna, 'confirm'],
      ];
      for (const [who, operation, body] of byBoris ? [] : steps.slice(0, next(steps.length + 1))) {
        fixtures.advanceClock(next(hours(7)));
        await patch(who, id, operation, body);
      }
      fixtures.advanceClock(next(hours(5)));
      if (byBoris || next(5) === 0)
        await fixtures.call(byBoris ? boris : anna, 'PATCH', `/tickets/${id}/cancel`, { reason: 'reported twice' });
    }
    const { rows: journal } = await sql<Entry>`
      select e.action, e.created_at as at, e.from_status, t.created_at, t.done_at, t.client_id
      from ticket_events as e join tickets as t on t.id = e.ticket_id`.execute(fixtures.db.read);
    const ended = fixtures.now.getTime();
    const zones = [
      'UTC',
      'Europe/Berlin',
      'America/New_York',
      'Asia/Kolkata',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'Africa/Cairo',
    ];
    const someTime = fc.integer({ min: began, max: ended });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...zones),
        fc.constantFrom('day', 'week', 'month'),
        fc.constantFrom(root, anna, boris),
        someTime,
        someTime,
        async (timezone, group, who, one, other) => {
          const [from, to] = [new Date(Math.min(one, other)).toISOString(), new Date(Math.max(one, other) + 1).toISOString()];
          const { body } = await read(who, { from, to, group, timezone });
          const counted = journal.filter(({ at, client_id }) => at >= from && at < to && (who === root || client_id === who.id));
          const countOf = (entries: Entry[]) => {
            const of = (...actions: string[]) => entries.filter(({ action }) => actions.includes(action)).length;
            return {
              created: of('created'),
              closed: of('confirmed', 'canceled'),
              canceled: of('canceled'),
              reworked: of('rejected'),
            };
          };
          const taken = counted.filter(({ action, from_status }) => action === 'assigned' && from_status === 'new');
          const confirmed = counted.filter(({ action }) => action === 'confirmed');
          const take = taken.map(({ created_at, at }) => minutesBetween(created_at, at));
          const finish = confirmed.map(({ created_at, done_at }) => minutesBetween(created_at, done_at ?? ''));
          assert.deepEqual(body.totals, {
            ...countOf(counted),
            take: { median_minutes: percentile(take, 0.5), p90_minutes: percentile(take, 0.9) },
            finish: { median_minutes: percentile(finish, 0.5), p90_minutes: percentile(finish, 0.9) },
            deadlines: { met: 0, missed: 0 },
            costs: [],
            rating: { count: 0, mean: null },
          });
          const periods = Object.groupBy(counted, ({ at }) => periodOf(at, group, timezone));
          const empty = countOf([]);
          for (const { from: start, costs: _costs, ...counts } of body.buckets) {
            const period = periodOf(start, group, timezone);
            assert.deepEqual(counts, periods[period] ? countOf(periods[period]) : empty, `${period} ${timezone}`);
            delete periods[period];
          }
          assert.deepEqual(Object.keys(periods), [], 'every period has a bucket');
        },
      ),
      { numRuns: 60, seed: 28 },
    );
  });

  it('count the tickets that GET /ext/tickets lists for each number', async () => {
    const began = Date.parse('2024-03-25T00:00:00Z');
    const listed = async (who: TestUser, query: Record<string, string | number>) => {
      const { status, body } = await read(who, { ...query, limit: 100 }, '/ext/tickets');
      assert.equal(status, 200, JSON.stringify(body));
      return body.total as number;
    };
    const someTime = fc.integer({ min: began, max: fixtures.now.getTime() });
    const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...zones),
        fc.constantFrom(root, anna, boris),
        someTime,
        someTime,
        async (timezone, who, one, other) => {
          const [from, to] = [new Date(Math.min(one, other)).toISOString(), new Date(Math.max(one, other) + 1).toISOString()];
          const { body } = await read(who, { from, to, group: 'week', timezone });
          const { created, closed, canceled, deadlines } = body.totals;
          const range = { counted_from: from, counted_to: to };
          const list = (counted: string, more = {}) => listed(who, { counted, ...range, ...more });
          assert.equal(await list('created'), created);
          assert.equal(await list('closed'), closed);
          assert.equal(await list('canceled'), canceled);
          assert.deepEqual([await list('met'), await list('missed')], [deadlines.met, deadlines.missed]);
          for (const { category, reworked } of body.by_category) assert.equal(await list('reworked', { category }), reworked);
          for (const { object_id, closed } of body.by_object) assert.equal(await list('closed', { object_id }), closed);
          for (const { worker_id, closed, reworked } of body.by_worker) {
            assert.equal(await list('closed', { counted_worker_id: worker_id }), closed);
            assert.equal(await list('reworked', { counted_worker_id: worker_id }), reworked);
          }
          const cells = body.by_hour as { weekday: number; hour: number; created: number }[];
          assert.equal(
            cells.reduce((sum, cell) => sum + cell.created, 0),
            created,
          );
          for (const { weekday, hour, created } of cells.slice(0, 5)) {
            const ofHour = { created_from: from, created_to: to, created_weekday: weekday, created_hour: hour, timezone };
            assert.equal(await listed(who, ofHour), created, JSON.stringify(ofHour));
          }
          for (const { created_from, created_to, open } of body.open_by_age) {
            const dates = { ...(created_from && { created_from }), ...(created_to && { created_to }) };
            assert.equal(await listed(who, { ...dates, status: 'new,assigned,in_progress,done,rejected' }), open);
          }
        },
      ),
      { numRuns: 12, seed: 35 },
    );
  });

  it('are the same when whole weeks are read from sums, and after late changes of their rows', async () => {
    const began = Date.parse('2024-03-25T00:00:00Z');
    const next = { from: new Date(began).toISOString(), to: fixtures.now.toISOString() };
    const ranges = [
      next,
      { ...next, timezone: 'Asia/Kathmandu' },
      { ...next, from: new Date(began + days(3) + hours(5)).toISOString(), timezone: 'Europe/Berlin', group: 'week' },
      { ...next, from: new Date(began + minutes(7)).toISOString(), timezone: 'Australia/Lord_Howe', group: 'month' },
      { ...next, timezone: 'America/New_York' },
    ];
    const readAll = () => Promise.all(ranges.map(async (query) => (await read(root, query)).body));
    const byClosed = (a: { closed: number }, b: { closed: number }) => a.closed - b.closed;
    const summedWeeks = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from ticket_stats_weeks as w
        where is_summed and not exists (select from ticket_stats_late as l where l.week = w.week)`.execute(fixtures.db.read);
      return rows[0]?.n ?? 0;
    };
    const gone = await fixtures.createUser('gone later', 'worker');
    await fixtures.transaction((tx) =>
      sql`update ticket_stats set worker_id = ${gone.id} where event_id % 2 = 0 and had_worker`.execute(tx),
    );
    /** Transactions of other databases on the server, too, make the job wait: those of tests that seed a lot take long. */
    const sumAll = () =>
      waitFor(async () => {
        await sumWeeks(fixtures.deps);
        const { rows } = await sql`
          select from ticket_stats_weeks as w
          where not is_summed or exists (select from ticket_stats_late as l where l.week = w.week)`.execute(fixtures.db.read);
        return rows.length === 0;
      }, 120_000);
    const ofRows = await readAll();
    assert.equal(await summedWeeks(), 0);
    await sumAll();
    const weeks = await summedWeeks();
    assert(weeks > 1);
    assert.deepEqual(await readAll(), ofRows);
    assert.equal(await sumWeeks(fixtures.deps), 0, 'nothing has changed');

    const changes = [
      sql`update tickets set category = 'climate' where id = (select min(id) from tickets where category <> 'climate')`,
      sql`update ticket_stats set deadline_met = true where action = 'confirmed'`,
      sql`update ticket_stats set at = at + interval '7 days' where event_id in (select min(event_id) from ticket_stats)`,
      sql`insert into ticket_stats (event_id, action, at, project_id, object_id, category, had_worker)
        select -1, action, at, project_id, object_id, category, had_worker from ticket_stats where action = 'created' limit 1`,
      sql`delete from ticket_stats where project_id = ${yard}`,
    ];
    for (const change of changes) {
      await fixtures.transaction((tx) => change.execute(tx));
      assert((await summedWeeks()) < weeks);
      const changed = await readAll();
      await sumAll();
      assert.equal(await summedWeeks(), weeks);
      assert.deepEqual(await readAll(), changed);
      for (const invariant of Object.values(sumInvariants))
        assert.deepEqual((await sql.raw(invariant).execute(fixtures.db.read)).rows, []);
    }
    assert.deepEqual(await findSumDifferences(fixtures.db.read), []);
    const right = await readAll();
    const { rows: broken } = await fixtures.transaction((tx) =>
      sql`update ticket_stats_sums set created = created + 1 where id = (select max(s.id) from ticket_stats_sums as s where kind = 11 and week = (select max(week) from ticket_stats_weeks where is_summed and week < ${fixtures.now}::timestamptz - interval '7 days')) returning week`.execute(
        tx,
      ),
    );
    assert.equal(broken.length, 1);
    assert.notDeepEqual(await readAll(), right);
    assert.equal((await findSumDifferences(fixtures.db.read)).length, 1);
    const repaired = await fixtures.deps.db.transaction(repairSums);
    assert.deepEqual(
      repaired.map(({ stored, counted }) => stored - counted),
      [1],
    );
    assert.deepEqual(await readAll(), right);
    await sumAll();
    assert.deepEqual(await readAll(), right);
    const [{ by_worker: before }] = await readAll();
    assert.equal((await fixtures.call(root, 'DELETE', `/users/${gone.id}`)).status, 200);
    assert.equal(await summedWeeks(), weeks);
    const [{ by_worker: after }] = await readAll();
    const neutral = (worker: Record<string, unknown>) =>
      worker['worker_id'] === gone.id ? { ...worker, worker_id: null, name: null } : worker;
    assert.equal(before.length, 2);
    assert.deepEqual(after.toSorted(byClosed), before.map(neutral).toSorted(byClosed));
    const { rows } = await sql`select from ticket_stats_sums where worker_id = ${gone.id}`.execute(fixtures.db.read);
    assert.deepEqual(rows, []);
  });

  it('count open tickets by midnights of the time zone, whatever the range, and hours by its clock', async () => {
    await fixtures.transaction(async (tx) => {
      await sql`delete from ticket_stats`.execute(tx);
      await sql`delete from tickets`.execute(tx);
    });
    const createAt = async (time: string): Promise<void> => {
      fixtures.now = new Date(time);
      await fixtures.createTicket();
    };
    // Sunday, the second 02:30 of the night in which Berlin turns its clocks back.
    const oldest = '2031-07-27T21:59:00Z';
    for (const time of [oldest, '2031-10-25T21:59:00Z', '2031-10-25T22:00:00Z', '2031-10-26T00:30:00Z', '2031-10-26T01:30:00Z'])
      await createAt(time);
    fixtures.now = new Date('2031-10-26T23:00:00Z');
    const query = { timezone: 'Europe/Berlin', from: '2031-10-01T00:00:00Z', to: '2031-10-27T00:00:00Z' };
    const { body } = await read(anna, query);
    assert.deepEqual(body.by_hour, [
      { weekday: 6, hour: 23, created: 1 },
      { weekday: 7, hour: 0, created: 1 },
      { weekday: 7, hour: 2, created: 2 },
    ]);
    const older = [30, 90, null].map((max_days) => ({ max_days, open: max_days === null ? 1 : 0 }));
    const ages = body.open_by_age.map(({ max_days, open }: Record<string, number>) => ({ max_days, open }));
    assert.deepEqual(ages, [{ max_days: 1, open: 3 }, { max_days: 7, open: 1 }, ...older]);
    assert.equal(body.open_by_age[0].created_from, '2031-10-25T22:00:00.000Z');
    assert.equal(body.open_by_age[0].created_to, null);
    assert.equal(body.deleted_before, '2031-08-27T23:00:00.000Z');
    assert.deepEqual((await read(anna, { to: '2020-01-01T00:00:00Z' })).body.open_by_age.at(-1), {
      max_days: null,
      created_from: null,
      created_to: '2031-07-28T00:00:00.000Z',
      open: 1,
    });
    assert.equal((await read(boris, query)).body.open_by_age[0].open, 0);
    assert.equal((await read(root, { ...query, project_id: yard })).body.open_by_age[0].open, 0);
    for (const [name, value] of Object.entries({ timezone: 'Nowhere', created_hour: '24', created_weekday: '0', counted: 'x' }))
      assert.equal((await read(anna, { [name]: value }, '/ext/tickets')).status, 400, name);
  });
});

describe('GET /ext/stats/repeats', () => {
  it('lists objects with three tickets of one category in 30 days, of the own projects', async () => {
    fixtures.advanceClock(days(90));
    for (const category of ['electric', 'electric', 'plumbing']) await fixtures.createTicket({ category });
    for (let i = 0; i < 4; i++) await fixtures.createTicket({ category: 'elevator' }, boris, gate);
    const list = async (who: TestUser, query = {}) => (await read(who, query, '/ext/stats/repeats')).body;
    assert.equal((await list(anna)).total, 0);
    fixtures.advanceClock(days(29));
    await fixtures.createTicket();
    const item = {
      object_id: lobby,
      object_name: 'Lobby',
      project_id: tower,
      project_name: 'Tower',
      equipment: null,
      category: 'electric',
      tickets: 3,
      last_created_at: fixtures.now.toISOString(),
    };
    assert.deepEqual(await list(anna), { items: [item], total: 1, limit: 20, offset: 0 });
    assert.deepEqual(
      (await list(root)).items.map(({ object_id, tickets }: typeof item) => [object_id, tickets]),
      [
        [gate, 4],
        [lobby, 3],
      ],
    );
    assert.deepEqual((await list(root, { project_id: tower })).items, [item]);
    assert.equal((await read(anna, { project_id: yard }, '/ext/stats/repeats')).status, 404);
    fixtures.advanceClock(days(2));
    assert.equal((await list(anna)).total, 0);
  });

  it('by=equipment lists equipment with three tickets of one category in 30 days, of the own projects', async () => {
    fixtures.advanceClock(days(90));
    const newLift = async (who: TestUser, object: number) =>
      (await fixtures.call(who, 'POST', `/ext/objects/${object}/equipment`, { name: 'Lift' })).body.id;
    const [lift, other] = [await newLift(anna, lobby), await newLift(boris, gate)];
    const report = async (who: TestUser, object_id: number, equipment_id: number, category: 'elevator' | 'electric') => {
      const id = await fixtures.createTicket({ category }, who, object_id);
      assert.equal((await fixtures.call(who, 'PUT', `/ext/tickets/${id}/equipment`, { equipment_id })).status, 200);
    };
    for (const category of ['elevator', 'elevator', 'electric', 'elevator'] as const) await report(anna, lobby, lift, category);
    for (let i = 0; i < 3; i++) await report(boris, gate, other, 'electric');
    for (let i = 0; i < 3; i++) await fixtures.createTicket({ category: 'plumbing' }); // of the object only
    const list = async (who: TestUser, query = {}) =>
      (await read(who, { by: 'equipment', ...query }, '/ext/stats/repeats')).body.items.map(
        ({ equipment, category, tickets }: { equipment: object; category: string; tickets: number }) => [
          equipment,
          category,
          tickets,
        ],
      );
    const [ofLift, ofOther] = [
      [{ id: lift, name: 'Lift' }, 'elevator', 3],
      [{ id: other, name: 'Lift' }, 'electric', 3],
    ];
    assert.deepEqual(await list(anna), [ofLift]);
    assert.deepEqual(await list(root, { order: 'asc' }), [ofLift, ofOther]);
    assert.deepEqual(await list(root, { project_id: yard }), [ofOther]);
    fixtures.advanceClock(days(31));
    assert.deepEqual(await list(anna), []);
  });
});

it('entries of ticket_stats that are missing or wrong are found and repaired once, and those of deleted tickets stay', async () => {
  const id = await fixtures.createTicketWithStatus('closed');
  assert.deepEqual(await findStatDifferences(fixtures.db.read), []);
  const events = await fixtures.db.read
    .selectFrom('ticket_events')
    .select(['id', 'action'])
    .where('ticket_id', '=', id)
    .execute();
  const [created, confirmed] = ['created', 'confirmed'].map((action) => events.find((one) => one.action === action)?.id ?? 0);
  const all = () => sql`select * from ticket_stats order by event_id`.execute(fixtures.db.read).then(({ rows }) => rows);
  await fixtures.transaction((tx) =>
    sql`insert into ticket_stats (event_id, action, at, project_id, object_id, category, had_worker)
      values (9000000, 'created', now(), ${tower}, ${lobby}, 'other', false)`.execute(tx),
  );
  const before = await all();
  await fixtures.transaction(async (tx) => {
    await sql`delete from ticket_stats where event_id = ${created}`.execute(tx);
    await sql`update ticket_stats set seconds = 5, deadline_met = true where event_id = ${confirmed}`.execute(tx);
  });
  const differences = [
    { table: 'ticket_stats', key: String(created), stored: 0, counted: 1 },
    { table: 'ticket_stats', key: String(confirmed), stored: 1, counted: 1 },
  ];
  assert.deepEqual(await findStatDifferences(fixtures.db.read), differences);
  assert.deepEqual(await fixtures.db.transaction(repairStats), differences);
  assert.deepEqual(await all(), before);
  assert.deepEqual(await fixtures.db.transaction(repairStats), []);
});

it('failed_items counts the answers in the range that have failed, of the projects that are seen', async () => {
  const items = ['Lamp', 'Door', 'Roof'].map((label) => ({ label, kind: 'check', required: true }));
  const round = (await fixtures.call(root, 'POST', '/ext/checklists', { name: 'Round', items })).body;
  const [lamp, door, roof] = round.items.map(({ id }: { id: string }) => id);
  const answer = async (owner: TestUser, object: number, worker: TestUser, answers: object): Promise<void> => {
    const id = await fixtures.createTicket({}, owner, object);
    assert.equal((await fixtures.call(root, 'PUT', `/ext/tickets/${id}/checklist`, { checklist_id: round.id })).status, 200);
    await patch(root, id, 'assign', { worker_id: worker.id });
    await patch(worker, id, 'start');
    const sent = await fixtures.call(worker, 'PATCH', `/ext/tickets/${id}/checklist`, { answers });
    assert.equal(sent.status, 200, JSON.stringify(sent.body));
  };
  const yuri = await fixtures.createUser('Yuri', 'worker');
  await fixtures.addMember(yard, yuri, 'active');
  const work = async (): Promise<void> => {
    await answer(anna, lobby, wanda, { [lamp]: false, [door]: false, [roof]: true });
    await answer(anna, lobby, wanda, { [door]: false });
    await answer(boris, gate, yuri, { [door]: false });
  };
  const failed = (label: string, count: number) => ({ checklist: 'Round', label, failed: count });
  assert.deepEqual((await numbersDuring(work)).failed_items, [failed('Door', 3), failed('Lamp', 1)]);
  const range = { from: new Date(fixtures.now.getTime() - hours(1)).toISOString(), to: fixtures.now.toISOString() };
  assert.deepEqual((await read(anna, range)).body.failed_items, [failed('Door', 2), failed('Lamp', 1)]);
  assert.deepEqual((await read(root, { ...range, project_id: yard })).body.failed_items, [failed('Door', 1)]);
  assert.deepEqual((await numbersDuring(async () => {})).failed_items, [], 'what failed before');
});
