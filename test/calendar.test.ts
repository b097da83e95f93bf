import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assert as assertProperty, asyncProperty, constantFrom, integer } from 'fast-check';
import ICAL from 'ical.js';
import { sql } from 'kysely';
import { days, hours } from '../src/platform/lib/duration.ts';
import { voidAllCalendarTokens } from '../src/product/schedules/calendar/actions.ts';
import { runDueRules } from '../src/product/schedules/recurring/run-due-rules.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';
import { openSession } from '../testing/open-session.ts';

const fixtures = await Fixtures.create();
const { root, anna, boris, wanda, oleg, tower, lobby, gate } = fixtures;
for (const who of [root, anna, boris, wanda, oleg]) await openSession(fixtures, who);
const start = fixtures.now;

const requireOk = async (who: TestUser, method: 'GET' | 'PATCH' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) => {
  const answer = await fixtures.call(who, method, url, body);
  assert(answer.status < 300, `${method} ${url}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};
const weekly = { anchor_at: '2026-03-10T08:00:00Z', period_days: 7 };
const createRule = async (fields: object = {}): Promise<number> => {
  const rule = { ...weekly, category: 'elevator', description: 'Check the lift', object_id: lobby, ...fields };
  return (await requireOk(anna, 'POST', '/recurring', rule)).id;
};
const calendar = (who: TestUser, from: string, to: string, more = '') =>
  fixtures.call(who, 'GET', `/ext/recurring/calendar?from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}${more}`);

interface Run {
  rule_id: number;
  at: string;
  due_at: string;
  will_run: boolean;
  reason: string | null;
}
const runsOf = async (rule: number, from: string, to: string): Promise<Run[]> => {
  const { status, body } = await calendar(anna, from, to);
  assert.equal(status, 200, JSON.stringify(body));
  return body.items.filter(({ rule_id }: Run) => rule_id === rule);
};

describe('GET /ext/recurring/calendar', () => {
  it('GET /ext/recurring/calendar returns the due times of a rule between from and to, in the order of time', async () => {
    const every7 = await createRule();
    const daily = await createRule({ period_days: 3, anchor_at: '2026-03-11T23:30:00+02:00' });
    const { body } = await calendar(anna, '2026-03-10T08:00:00Z', '2026-03-24T08:00:00Z');
    const [first] = body.items;
    assert.deepEqual(first, {
      rule_id: every7,
      at: '2026-03-10T08:00:00.000Z',
      due_at: '2026-03-10T08:00:00.000Z',
      will_run: true,
      reason: null,
      open_ticket_id: null,
      project_id: tower,
      project_name: 'Tower',
      object_id: lobby,
      object_name: 'Lobby',
      address: 'Lobby street 1',
      category: 'elevator',
      priority: 'normal',
      summary: 'Check the lift',
      pattern: null,
    });
    assert.deepEqual(
      body.items.map(({ rule_id, at }: Run) => [rule_id, at]),
      [
        [every7, '2026-03-10T08:00:00.000Z'],
        [daily, '2026-03-11T21:30:00.000Z'],
        [daily, '2026-03-14T21:30:00.000Z'],
        [every7, '2026-03-17T08:00:00.000Z'],
        [daily, '2026-03-17T21:30:00.000Z'],
        [daily, '2026-03-20T21:30:00.000Z'],
        [daily, '2026-03-23T21:30:00.000Z'],
      ],
    );
    assert.deepEqual([body.total, body.offset], [7, 0]);
    for (const id of [every7, daily]) await requireOk(anna, 'DELETE', `/recurring/${id}`);
  });

  it('GET /ext/recurring/calendar names what blocks all runs of a rule', async () => {
    const rule = await createRule();
    for (const [path, reason] of [
      [`/recurring/${rule}`, 'rule_disabled'],
      [`/projects/${tower}`, 'project_disabled'],
      [`/objects/${lobby}`, 'object_disabled'],
    ] as const) {
      await requireOk(anna, 'PATCH', path, { is_active: false });
      const runs = await runsOf(rule, '2026-03-09T00:00:00Z', '2026-03-20T00:00:00Z');
      assert.deepEqual(
        runs.map((run) => [run.will_run, run.reason]),
        [
          [false, reason],
          [false, reason],
        ],
      );
      await requireOk(anna, 'PATCH', path, { is_active: true });
    }
    await requireOk(anna, 'DELETE', `/recurring/${rule}`);
  });

  it('GET /ext/recurring/calendar names an open ticket for the next run only, and that ticket', async () => {
    const rule = await createRule();
    const { ticket_id } = await requireOk(anna, 'POST', `/recurring/${rule}/run`);
    const runs = await runsOf(rule, '2026-03-09T00:00:00Z', '2026-03-25T00:00:00Z');
    assert.deepEqual(
      runs.map((run) => [run.reason, (run as Run & { open_ticket_id: number }).open_ticket_id]),
      [
        ['previous_ticket_open', ticket_id],
        [null, null],
        [null, null],
      ],
    );
    // Later ones alone: the next run is not among them.
    assert.deepEqual(
      (await runsOf(rule, '2026-03-17T00:00:00Z', '2026-03-18T00:00:00Z')).map(({ reason }) => reason),
      [null],
    );
    await requireOk(anna, 'PATCH', `/tickets/${ticket_id}/cancel`, { reason: 'not needed' });
    const [next] = await runsOf(rule, '2026-03-09T00:00:00Z', '2026-03-25T00:00:00Z');
    assert.equal(next?.will_run, true);
    await requireOk(anna, 'DELETE', `/recurring/${rule}`);
  });

  it('GET /ext/recurring/calendar lists an overdue run once, now, and nothing of the past', async () => {
    const before = fixtures.now;
    const rule = await createRule();
    fixtures.now = new Date('2026-03-26T10:00:00.000Z');
    const runs = await runsOf(rule, '2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z');
    assert.deepEqual(
      runs.map(({ at, due_at }) => [at, due_at]),
      [
        ['2026-03-26T10:00:00.000Z', '2026-03-10T08:00:00.000Z'],
        ['2026-03-31T08:00:00.000Z', '2026-03-31T08:00:00.000Z'],
      ],
    );
    assert.deepEqual(await runsOf(rule, '2026-03-01T00:00:00Z', '2026-03-26T10:00:00Z'), []);
    await requireOk(anna, 'DELETE', `/recurring/${rule}`);
    fixtures.now = before;
  });

  it('GET /ext/recurring/calendar finds runs of a rule that is years ahead of its anchor', async () => {
    const anchor_at = '1950-01-31T08:00:00.123Z';
    const rule = await createRule({ anchor_at, period_days: 3650 });
    for (const periods of [8, 9, 800]) {
      const due = Date.parse(anchor_at) + periods * days(3650);
      const [from, to] = [due, due + 1].map((ms) => new Date(ms).toISOString());
      const runs = await runsOf(rule, from ?? '', to ?? '');
      assert.deepEqual(
        runs.map(({ at }) => at),
        [from],
      );
      assert.deepEqual(await runsOf(rule, to ?? '', new Date(due + days(300)).toISOString()), []);
    }
    await requireOk(anna, 'DELETE', `/recurring/${rule}`);
  });

  it('GET /ext/recurring/calendar takes lower-case times and twelve months with a change of clocks, and returns 400 beyond', async () => {
    const good = [
      ['2026-03-01t00:00:00z', '2026-03-02t00:00:00z'],
      ['2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z'],
      ['2027-10-30T00:00:00+02:00', '2028-10-30T00:00:00+01:00'],
      ['0001-01-01T00:00:00Z', '0001-06-01T00:00:00Z'],
    ];
    for (const [from = '', to = ''] of good) assert.equal((await calendar(anna, from, to)).status, 200, `${from} ${to}`);
    const bad = [
      ['2026-03-02T00:00:00Z', '2026-03-01T00:00:00Z'],
      ['2026-03-02T00:00:00Z', '2026-03-02T00:00:00Z'],
      ['2026-01-01T00:00:00Z', '2027-01-02T00:00:00Z'],
    ];
    for (const [from = '', to = ''] of bad) assert.equal((await calendar(anna, from, to)).status, 400, `${from} ${to}`);
  });

  it('GET /ext/recurring/calendar returns 400 for more than 5000 runs, and a project or a shorter time again', async () => {
    await fixtures.transaction((tx) =>
      sql`insert into recurring_rules (project_id, object_id, client_id, address, category, priority, description, floor, anchor_at,
          period_days, next_run_at, created_by, created_by_name, created_at)
        select ${fixtures.yard}, ${gate}, ${boris.id}, '', 'other', 'low', 'Bulk rule', '', '2026-03-02T00:00:00Z', 1,
          '2026-03-02T00:00:00Z', ${boris.id}, 'boris', ${fixtures.now} from generate_series(1, 167)`.execute(tx),
    );
    const from = '2026-03-02T00:00:00Z';
    assert.equal((await calendar(boris, from, '2026-04-01T00:00:00Z')).status, 400); // 167 * 30
    const exact = await calendar(boris, from, '2026-03-31T00:00:00Z');
    assert.deepEqual([exact.status, exact.body.total, exact.body.items.length], [200, 167 * 29, 167 * 29]);
    const known = { 'if-none-match': String(exact.headers['etag']) };
    const path = `/ext/recurring/calendar?from=${from}&to=2026-03-31T00:00:00Z`;
    assert.equal((await fixtures.call(boris, 'GET', path, undefined, known)).status, 304);
    assert.equal((await calendar(root, from, '2026-04-01T00:00:00Z', `&project_id=${tower}`)).status, 200);
    await fixtures.transaction((tx) => tx.deleteFrom('recurring_rules').where('client_id', '=', boris.id).execute());
  });

  it('GET /ext/recurring/calendar lists exactly the runs that a moving clock makes', async () => {
    const property = asyncProperty(
      integer({ min: -40, max: 60 }),
      integer({ min: 0, max: 86_399_999 }),
      integer({ min: 3, max: 45 }),
      integer({ min: 0, max: 100 }),
      integer({ min: 0, max: 2_000 }),
      constantFrom('unblocked', 'disabled', 'open ticket'),
      async (anchorDay, anchorMs, period_days, fromHours, delayHours, state) => {
        const anchor_at = new Date(start.getTime() + days(anchorDay) + anchorMs).toISOString();
        const rule = await createRule({ anchor_at, period_days });
        if (state === 'disabled') await requireOk(anna, 'PATCH', `/recurring/${rule}`, { is_active: false });
        if (state === 'open ticket') await requireOk(anna, 'POST', `/recurring/${rule}/run`);
        fixtures.advanceClock(hours(delayHours)); // nothing is evaluated meanwhile: the rule may be overdue
        const from = new Date(start.getTime() + hours(fromHours)).toISOString();
        const end = new Date(start.getTime() + days(100));
        const predicted = await runsOf(rule, from, end.toISOString());
        const made = state === 'disabled' ? [] : await runUntil(rule, end, state === 'open ticket');
        if (state === 'disabled') assert.equal((await runDueRules(fixtures.deps)).tickets, 0);
        assert.deepEqual(
          predicted.filter(({ will_run }) => will_run).map(({ at }) => at),
          made.filter((at) => at >= from),
        );
        if (state === 'disabled') assert(predicted.every(({ reason }) => reason === 'rule_disabled'));
        await requireOk(anna, 'DELETE', `/recurring/${rule}`);
        fixtures.now = start;
      },
    );
    await assertProperty(property, { numRuns: 20 });
  });

  /**
   * Evaluates the rules at each due time, and closes each ticket before the next one. A ticket that is open at the beginning is
   * closed right after it has blocked a run. @returns when the runs came that were not blocked
   */
  async function runUntil(rule: number, end: Date, isTicketOpen: boolean): Promise<string[]> {
    const made: string[] = [];
    let isBlocked = isTicketOpen;
    for (;;) {
      const { body } = await fixtures.call(anna, 'GET', `/recurring/${rule}`);
      const due = new Date(body.next_run_at);
      const at = due < fixtures.now ? fixtures.now : due;
      if (at >= end) return made;
      fixtures.now = at;
      if (isBlocked) {
        assert.equal((await runDueRules(fixtures.deps)).blocked.previous_ticket_open, 1);
        await closeTicketsOf(rule);
        fixtures.advanceClock(1);
      }
      assert.equal((await runDueRules(fixtures.deps)).tickets, 1);
      if (!isBlocked) made.push(at.toISOString());
      isBlocked = false;
      await closeTicketsOf(rule);
    }
  }

  async function closeTicketsOf(rule: number): Promise<void> {
    const open = fixtures.db.read.selectFrom('tickets').select('id').where('rule_id', '=', rule).where('status', '<>', 'closed');
    for (const { id } of await open.execute()) await requireOk(anna, 'PATCH', `/tickets/${id}/cancel`, { reason: 'not needed' });
  }
});

interface Shift {
  due_at: string;
  to: string;
  version?: string;
}
const shift = (who: TestUser, rule: number, body: Shift, query = '') =>
  fixtures.call(who, 'POST', `/ext/recurring/${rule}/shift${query}`, body);
const preview = async (rule: number, due_at: string, to: string) => {
  const { status, body } = await shift(anna, rule, { due_at, to }, '?dry_run=true');
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const times = (runs: { at: string }[]): string[] => runs.map(({ at }) => at);
const ruleOf = (id: number) => requireOk(anna, 'GET', `/recurring/${id}`);
const calendarOf = async (rule: number) => {
  const [from, to] = [fixtures.now, new Date(fixtures.now.getTime() + days(365))].map((time) => time.toISOString());
  const { items } = await requireOk(anna, 'GET', `/ext/recurring/calendar?from=${from}&to=${to}`);
  return items
    .filter(({ rule_id }: { rule_id: number }) => rule_id === rule)
    .map(({ at, due_at, will_run, reason }: Record<string, unknown>) => ({ at, due_at, will_run, reason }));
};

describe('POST /ext/recurring/{id}/shift', () => {
  it('moves all coming runs by as much as one of them, and a dry run tells the same and changes nothing', async () => {
    const id = await createRule();
    const before = await ruleOf(id);
    const planned = await preview(id, '2026-03-17T08:00:00Z', '2026-03-19T08:00:00Z'); // the second run
    assert.deepEqual(await ruleOf(id), before);
    assert.deepEqual(
      times(planned.before).slice(0, 3),
      [10, 17, 24].map((day) => `2026-03-${day}T08:00:00.000Z`),
    );
    assert.deepEqual(
      times(planned.after).slice(0, 3),
      [12, 19, 26].map((day) => `2026-03-${day}T08:00:00.000Z`),
    );
    assert.deepEqual([planned.before.length, planned.after.length], [6, 6]);
    assert.deepEqual([planned.anchor_at, planned.new_anchor_at], [before.anchor_at, '2026-03-12T08:00:00.000Z']);
    const moved = await shift(anna, id, {
      due_at: '2026-03-17T08:00:00Z',
      to: '2026-03-19T08:00:00Z',
      version: planned.version,
    });
    assert.deepEqual([moved.status, moved.body], [200, planned]);
    const after = await ruleOf(id);
    assert.deepEqual(after, { ...before, anchor_at: planned.new_anchor_at, next_run_at: planned.new_anchor_at });
    assert.deepEqual((await calendarOf(id)).slice(0, 6), planned.after);
    await requireOk(anna, 'PATCH', `/recurring/${id}`, { anchor_at: planned.anchor_at }); // how the console undoes it
    assert.deepEqual(await ruleOf(id), before);
    await requireOk(anna, 'DELETE', `/recurring/${id}`);
  });

  it('later and earlier than a period leaves out what would be in the past, and makes nothing overdue', async () => {
    const id = await createRule({ anchor_at: '2026-02-03T08:00:00Z' }); // next run on 3 March
    assert.equal((await preview(id, '2026-03-03T08:00:00Z', '2026-03-20T08:00:00Z')).new_anchor_at, '2026-03-20T08:00:00.000Z');
    const earlier = await preview(id, '2026-03-24T08:00:00Z', '2026-03-05T12:00:00Z');
    assert.deepEqual(times(earlier.after).slice(0, 2), ['2026-03-05T12:00:00.000Z', '2026-03-12T12:00:00.000Z']);
    await requireOk(anna, 'DELETE', `/recurring/${id}`);
  });

  it('of an overdue run makes it wait for its new time', async () => {
    const id = await createRule();
    fixtures.now = new Date('2026-03-26T10:00:00.000Z');
    const planned = await preview(id, '2026-03-10T08:00:00Z', '2026-03-28T08:00:00Z');
    assert.deepEqual(planned.before[0].at, '2026-03-26T10:00:00.000Z');
    assert.deepEqual(times(planned.after).slice(0, 2), ['2026-03-28T08:00:00.000Z', '2026-04-04T08:00:00.000Z']);
    assert.equal((await shift(anna, id, { due_at: '2026-03-10T08:00:00Z', to: '2026-03-28T08:00:00Z' })).status, 200);
    assert.equal((await runDueRules(fixtures.deps)).tickets, 0);
    await requireOk(anna, 'DELETE', `/recurring/${id}`);
    fixtures.now = start;
  });

  it('tells what blocks the runs', async () => {
    const id = await createRule();
    const { ticket_id } = await requireOk(anna, 'POST', `/recurring/${id}/run`);
    const open = await preview(id, weekly.anchor_at, '2026-03-12T08:00:00Z');
    assert.deepEqual(
      open.after.slice(0, 2).map(({ reason }: { reason: string | null }) => reason),
      ['previous_ticket_open', null],
    );
    await requireOk(anna, 'PATCH', `/recurring/${id}`, { is_active: false });
    const disabled = await preview(id, weekly.anchor_at, '2026-03-12T08:00:00Z');
    assert(disabled.after.every((run: { reason: string; will_run: boolean }) => run.reason === 'rule_disabled' && !run.will_run));
    await requireOk(anna, 'PATCH', `/tickets/${ticket_id}/cancel`, { reason: 'not needed' });
    await requireOk(anna, 'DELETE', `/recurring/${id}`);
  });

  it('returns 409 when the schedule has changed since the preview, and one of two shifts at once wins', async () => {
    const id = await createRule();
    const moved = { due_at: '2026-03-10T08:00:00Z', to: '2026-03-12T08:00:00Z' };
    const { version } = await preview(id, moved.due_at, moved.to);
    await requireOk(anna, 'PATCH', `/recurring/${id}`, { description: 'Check both lifts' });
    assert.equal((await shift(anna, id, { ...moved, version }, '?dry_run=true')).status, 200); // the schedule is the same
    await requireOk(anna, 'PATCH', `/recurring/${id}`, { period_days: 14 });
    for (const query of ['', '?dry_run=true']) {
      const { status, body } = await shift(anna, id, { ...moved, version }, query);
      assert.deepEqual([status, body], [409, { error: 'the schedule was changed meanwhile' }]);
    }
    assert.equal((await shift(anna, id, { ...moved, due_at: '2026-03-17T08:00:00Z' })).status, 409); // no run any more
    assert.equal((await shift(anna, id, { ...moved, due_at: '2026-02-24T08:00:00Z' })).status, 409); // before the next run
    const { version: newer } = await preview(id, moved.due_at, moved.to);
    const answers = await Promise.all([anna, root, anna].map((who) => shift(who, id, { ...moved, version: newer })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409]);
    await requireOk(anna, 'DELETE', `/recurring/${id}`);
  });

  it('returns 400 for times that have passed and an unknown value of dry_run', async () => {
    const id = await createRule();
    const { anchor_at: due_at } = weekly;
    const refused: [object, string?][] = [
      [{ due_at, to: start.toISOString() }],
      [{ due_at, to: '2026-03-01T08:00:00Z' }],
      [{ due_at, to: '9999-12-31T23:59:59-12:00' }],
      [{ due_at, to: '2026-03-12T08:00:00Z' }, '?dry_run=yes'],
    ];
    for (const [body, query = ''] of refused) {
      assert.equal((await shift(anna, id, body as Shift, query)).status, 400, JSON.stringify(body));
    }
    const lowerCase = { due_at: '2026-03-10t08:00:00z', to: '2026-03-12t08:00:00z' };
    assert.equal((await shift(anna, id, lowerCase, '?dry_run=true')).status, 200);
    await requireOk(anna, 'DELETE', `/recurring/${id}`);
  });

  it('previews exactly the runs that the calendar has after it, of any rule and at any time', async () => {
    const property = asyncProperty(
      integer({ min: -60, max: 30 }),
      integer({ min: 1, max: 40 }),
      integer({ min: 0, max: 1_500 }),
      integer({ min: 0, max: 3 }),
      integer({ min: 1, max: hours(24 * 90) }),
      constantFrom('never ran', 'ran'),
      async (anchorDay, period_days, delayHours, index, aheadMs, state) => {
        const anchor_at = new Date(start.getTime() + days(anchorDay) + 123).toISOString();
        const id = await createRule({ anchor_at, period_days });
        if (state === 'ran') {
          const { ticket_id } = await requireOk(anna, 'POST', `/recurring/${id}/run`);
          await requireOk(anna, 'PATCH', `/tickets/${ticket_id}/cancel`, { reason: 'not needed' });
        }
        fixtures.advanceClock(hours(delayHours));
        const { next_run_at } = await ruleOf(id);
        const due_at = new Date(Date.parse(next_run_at) + index * days(period_days)).toISOString();
        const to = new Date(fixtures.now.getTime() + aheadMs).toISOString();
        const planned = await preview(id, due_at, to);
        const calendar = await calendarOf(id);
        assert.deepEqual(planned.before.slice(0, calendar.length), calendar.slice(0, 6));
        assert.equal((await shift(anna, id, { due_at, to, version: planned.version })).status, 200);
        const shown = await calendarOf(id);
        assert.deepEqual(planned.after.slice(0, shown.length), shown.slice(0, 6));
        assert(shown.some(({ at }: { at: string }) => at === to) || Date.parse(to) >= fixtures.now.getTime() + days(365));
        assert.equal((await runDueRules(fixtures.deps)).tickets, 0);
        await requireOk(anna, 'DELETE', `/recurring/${id}`);
        fixtures.now = start;
      },
    );
    await assertProperty(property, { numRuns: 25 });
  });
});

const createFeed = async (who: TestUser): Promise<string> => {
  const { status, body } = await fixtures.call(who, 'POST', '/ext/calendar');
  assert.equal(status, 201, JSON.stringify(body));
  return new URL(body.url).pathname;
};
const read = (path: string, headers = {}) => fixtures.call(undefined, 'GET', path, undefined, headers);

interface Entry {
  uid: string;
  at: string;
  summary: string;
  location: string;
  description: string;
  status: string | null;
}
const parse = (text: string): Entry[] =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    const { uid, summary, location, description } = event;
    const status = component.getFirstPropertyValue('status')?.toString() ?? null;
    return { uid, summary, location, description, status, at: event.startDate.toJSDate().toISOString() };
  });
const feedOf = async (who: TestUser): Promise<Entry[]> => parse((await read(await createFeed(who))).body);

describe('the calendar feed', () => {
  it('POST /ext/calendar answers an address that is stored as a hash, voids the one before, and leaves audit events', async () => {
    assert.deepEqual((await fixtures.call(oleg, 'GET', '/ext/calendar')).body, { created_at: null });
    assert.equal((await fixtures.call(oleg, 'DELETE', '/ext/calendar')).status, 404);
    const first = await createFeed(oleg);
    assert.match(first, /^\/ext\/calendar\/[\w-]{43}\.ics$/);
    assert.equal((await read(first)).status, 200);
    assert.deepEqual((await fixtures.call(oleg, 'GET', '/ext/calendar')).body, { created_at: fixtures.now.toISOString() });
    const second = await createFeed(oleg);
    assert.equal((await read(first)).status, 404);
    assert.equal((await read(second)).status, 200);
    const { rows } = await sql<{ row: string }>`
      select c::text as row from calendar_tokens as c union all select e::text from audit_events as e`.execute(fixtures.db.read);
    const secret = second.slice('/ext/calendar/'.length, -'.ics'.length);
    for (const { row } of rows) {
      assert(!row.includes(secret) && !row.includes(Buffer.from(secret, 'base64url').toString('hex')));
    }
    await requireOk(oleg, 'DELETE', '/ext/calendar');
    assert.equal((await read(second)).status, 404);
    const events = await fixtures.db.read
      .selectFrom('audit_events')
      .select(['event', 'subject_type'])
      .where('actor_id', '=', oleg.id)
      .orderBy('id')
      .execute();
    assert.deepEqual(
      events.map(({ event, subject_type }) => `${event} ${subject_type}`),
      ['token_created calendar_token', 'token_created calendar_token', 'token_revoked calendar_token'],
    );
  });

  it('the address of a feed is void for a disabled and for a deleted account, and for malformed tokens', async () => {
    const worker = await fixtures.createUser('karl', 'worker');
    await openSession(fixtures, worker);
    const path = await createFeed(worker);
    await requireOk(root, 'PATCH', `/users/${worker.id}`, { is_active: false });
    assert.equal((await read(path)).status, 404);
    await requireOk(root, 'PATCH', `/users/${worker.id}`, { is_active: true });
    assert.equal((await read(path)).status, 200);
    await requireOk(root, 'DELETE', `/users/${worker.id}`);
    const { status, body } = await read(path);
    assert.deepEqual([status, body], [404, { error: 'calendar feed not found' }]);
    for (const token of ['x', '%00', '%F0%9F%98%80', 'a'.repeat(2_000), '..%2f']) {
      assert.equal((await read(`/ext/calendar/${token}.ics`)).status, 404, token);
    }
  });

  it('a password that replaces one which somebody else chose voids the address', async () => {
    const worker = await fixtures.createUser('lara', 'worker');
    await openSession(fixtures, worker);
    const path = await createFeed(worker);
    await fixtures.transaction((tx) =>
      tx.updateTable('users').set({ must_change_password: true }).where('id', '=', worker.id).execute(),
    );
    const change = { current: 'correct-horse-1', new: 'another-horse-2' };
    const changed = await fixtures.call(worker, 'POST', '/ext/password', change);
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    assert.equal((await read(path)).status, 404);
  });

  it('a feed answers 304 to its entity tag until something changes, and may not be kept by shared caches', async () => {
    const path = await createFeed(anna);
    const first = await read(path);
    assert.equal(first.headers['content-type'], 'text/calendar; charset=utf-8');
    assert.equal(first.headers['cache-control'], 'private, no-cache');
    const tag = { 'if-none-match': String(first.headers['etag']) };
    fixtures.advanceClock(1_000);
    const again = await read(path, tag);
    assert.deepEqual([again.status, again.body], [304, '']);
    const rule = await createRule();
    assert.equal((await read(path, tag)).status, 200);
    await requireOk(anna, 'DELETE', `/recurring/${rule}`);
    assert.equal((await read(path, tag)).status, 304);
  });

  it('a feed survives a parser with Unicode, line breaks, separators and lines above 75 octets', async () => {
    const description = `Wartung: Aufzug; Tür, \\n "Größe"\r\n${'ąężółć 🛗👷🏽‍♀️ '.repeat(8)}\u0007end`;
    const name = `Haus Öß, 漢字; ${'🏢'.repeat(30)}`;
    const { body: object } = await fixtures.call(anna, 'POST', `/projects/${tower}/objects`, {
      name,
      address: 'Straße 1\n12345 Ort',
    });
    const rule = await createRule({ object_id: object.id, description });
    const text: string = (await read(await createFeed(anna))).body;
    const lines = text.split('\r\n');
    assert(!/[^\r]\n|\r[^\n]/.test(text));
    assert(lines.some((line) => line.startsWith(' ')));
    for (const line of lines) assert(Buffer.byteLength(line) <= 75 && line.isWellFormed(), line);
    const entries = parse(text);
    const [entry] = entries;
    assert(entry);
    const oneLine = [...description.slice(0, 200)]
      .slice(0, 100)
      .join('')
      .replace(/[\p{Cc}\s]+/gu, ' ');
    assert(entry.summary.endsWith('…') && oneLine.startsWith(entry.summary.slice(0, -1)), entry.summary);
    assert.deepEqual(
      { ...entry, summary: '' },
      {
        uid: `rule-${rule}-${Date.parse('2026-03-10T08:00:00Z')}@callout`,
        at: '2026-03-10T08:00:00.000Z',
        summary: '',
        location: `${name}, Straße 1 12345 Ort`,
        description: entry.description,
        status: 'CONFIRMED',
      },
    );
    assert.match(entry.description, new RegExp(`^http://[^ ]+/app/rules/${rule}$`));
    assert.equal(new Set(entries.map(({ uid }) => uid)).size, entries.length);
    assert.equal(entries.length, 51); // weekly, until 1 March of the next year
    await requireOk(anna, 'DELETE', `/recurring/${rule}`);
  });

  it('a feed has what RFC 5545 requires, in UTC and therefore without definitions of time zones', async () => {
    const rule = await createRule({ description: 'Lift; hall, stairs \\ roof\nSecond line' });
    const path = await createFeed(anna);
    const text: string = (await read(path)).body;
    assert(text.endsWith('\r\nEND:VCALENDAR\r\n'));
    const unfolded = text.replaceAll('\r\n ', '').split('\r\n').filter(Boolean);
    assert.deepEqual(unfolded.slice(0, 3), ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Callout//Calendar//EN']);
    const named = (name: string): string[] => unfolded.filter((line) => line.split(/[:;]/)[0] === name);
    const events = named('BEGIN').filter((line) => line === 'BEGIN:VEVENT').length;
    assert(events > 0);
    for (const [name, value] of [
      ['UID', /^UID:rule-\d+-\d+@callout$/],
      ['DTSTAMP', /^DTSTAMP:\d{8}T\d{6}Z$/],
      ['DTSTART', /^DTSTART:\d{8}T\d{6}Z$/],
      ['SUMMARY', /^SUMMARY:Lift\\; hall\\, stairs \\\\ roof Second line$/],
    ] as const) {
      assert.equal(named(name).length, events, name);
      for (const line of named(name)) assert.match(line, value);
    }
    // Nobody is invited, and no event is sent: a feed is read again as a whole.
    for (const name of ['METHOD', 'ORGANIZER', 'ATTENDEE', 'TZID']) assert.deepEqual(named(name), [], name);
    await requireOk(anna, 'PATCH', `/recurring/${rule}`, { is_active: false });
    const [disabled] = parse((await read(path)).body);
    assert.match(disabled?.description ?? '', /disabled\.\nhttp/);
    assert((await read(path)).body.replaceAll('\r\n ', '').includes('disabled.\\nhttp'));
    await requireOk(anna, 'DELETE', `/recurring/${rule}`);
  });

  it('a shift gives runs other UIDs, so that none stands for two times, and a shift back gives the old ones', async () => {
    const rule = await createRule();
    const path = await createFeed(anna);
    const startsIn = async () => new Map(parse((await read(path)).body).map(({ uid, at }) => [uid, at]));
    const before = await startsIn();
    const shifted = { due_at: '2026-03-10T08:00:00Z', to: '2026-03-12T08:00:00Z' };
    const { anchor_at } = await requireOk(anna, 'POST', `/ext/recurring/${rule}/shift`, shifted);
    const after = await startsIn();
    assert.deepEqual([...before.values()].slice(0, 2), ['2026-03-10T08:00:00.000Z', '2026-03-17T08:00:00.000Z']);
    assert.deepEqual([...after.values()].slice(0, 2), ['2026-03-12T08:00:00.000Z', '2026-03-19T08:00:00.000Z']);
    for (const uid of after.keys()) assert(!before.has(uid), uid);
    await requireOk(anna, 'PATCH', `/recurring/${rule}`, { anchor_at });
    assert.deepEqual(await startsIn(), before);
    await requireOk(anna, 'DELETE', `/recurring/${rule}`);
  });

  it('a feed keeps the UID of a run, and says in the language of the account why one will not come', async () => {
    const rule = await createRule();
    const path = await createFeed(anna);
    const [before] = parse((await read(path)).body);
    await requireOk(anna, 'PATCH', '/ext/me', { language: 'de' });
    await requireOk(anna, 'PATCH', `/recurring/${rule}`, { is_active: false });
    const [disabled] = parse((await read(path)).body);
    assert.deepEqual([disabled?.uid, disabled?.status], [before?.uid, 'CANCELLED']);
    assert.match(disabled?.description ?? '', /^Es wird kein Auftrag erstellt: der Zeitplan ist deaktiviert\.\nhttp/);
    await requireOk(anna, 'PATCH', `/recurring/${rule}`, { is_active: true });
    const { ticket_id } = await requireOk(anna, 'POST', `/recurring/${rule}/run`);
    const [blocked, later] = parse((await read(path)).body);
    assert.deepEqual([blocked?.status, later?.status], ['TENTATIVE', 'CONFIRMED']);
    await requireOk(anna, 'PATCH', `/tickets/${ticket_id}/cancel`, { reason: 'not needed' });
    await requireOk(anna, 'DELETE', `/recurring/${rule}`);
  });

  it('the feed of a worker has the deadlines that are still to be kept of its tickets and of free ones', async () => {
    await requireOk(anna, 'PUT', `/ext/projects/${tower}/targets`, {
      timezone: 'Europe/Berlin',
      take_within_minutes: { normal: 60 },
      finish_within_minutes: { normal: 240 },
    });
    const now = fixtures.now.getTime();
    const free = await fixtures.createTicket();
    const taken = await fixtures.createTicketWithStatus('in_progress');
    const done = await fixtures.createTicketWithStatus('closed');
    const path = await createFeed(wanda);
    const deadlinesIn = async () =>
      Object.fromEntries(
        parse((await read(path)).body).map(({ uid, at }) => [uid.replace('@callout', ''), Date.parse(at) - now]),
      );
    assert.deepEqual(await deadlinesIn(), {
      [`ticket-${free}-take`]: hours(1),
      [`ticket-${free}-finish`]: hours(4),
      [`ticket-${taken}-finish`]: hours(4),
    });
    assert.deepEqual(await feedOf(oleg), []); // not a member
    await fixtures.transaction((tx) => tx.deleteFrom('project_workers').where('worker_id', '=', wanda.id).execute());
    assert.deepEqual(Object.keys(await deadlinesIn()), [`ticket-${taken}-finish`]);
    assert(done > taken);
  });

  it('the feed of a client with many runs has those of the next days, at most 1000', async () => {
    await fixtures.transaction((tx) =>
      sql`insert into recurring_rules (project_id, object_id, client_id, address, category, priority, description, floor, anchor_at,
          period_days, next_run_at, created_by, created_by_name, created_at)
        select ${fixtures.yard}, ${gate}, ${boris.id}, '', 'other', 'low', 'Bulk rule', '', '2026-03-02T00:00:00Z', 1,
          '2026-03-02T00:00:00Z', ${boris.id}, 'boris', ${fixtures.now} from generate_series(1, 150)`.execute(tx),
    );
    const entries = await feedOf(boris);
    assert.equal(entries.length, 150 * 6); // of the next 5.7 days, a 64th of twelve months
    assert.equal(entries.at(-1)?.at, '2026-03-07T00:00:00.000Z');
    await fixtures.transaction((tx) => tx.deleteFrom('recurring_rules').where('client_id', '=', boris.id).execute());
  });

  it('GET /ext/calendar/{token}.ics returns 429 above 300 requests a minute of one network', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 301; i++) {
      const { statusCode } = await fixtures.app.inject({ url: '/ext/calendar/unknown.ics', remoteAddress: '192.0.2.7' });
      statuses.push(statusCode);
    }
    assert.deepEqual([statuses.at(-2), statuses.at(-1)], [404, 429]);
  });

  it('callout sessions --end-all --api-tokens voids the addresses of all accounts, and says so in the audit log', async () => {
    const paths = [await createFeed(anna), await createFeed(wanda)];
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from calendar_tokens`.execute(fixtures.db.read);
    const voidAll = () => fixtures.db.transaction((tx) => voidAllCalendarTokens(tx, 'callout sessions', fixtures.now));
    assert.equal(await voidAll(), rows[0]?.n);
    for (const path of paths) assert.equal((await read(path)).status, 404);
    assert.equal(await voidAll(), 0);
    const events = fixtures.db.read.selectFrom('audit_events').select('detail').where('subject_type', '=', 'calendar_token');
    assert.deepEqual(
      (await events.where('actor_id', 'is', null).execute()).map(({ detail }) => detail),
      [{ feeds: rows[0]?.n, by: 'callout sessions' }],
    );
  });
});
