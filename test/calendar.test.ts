import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assert as assertProperty, asyncProperty, constantFrom, integer } from 'fast-check';
import { sql } from 'kysely';
import { days, hours } from '../src/platform/lib/duration.ts';
import { runDueRules } from '../src/product/recurring/run-due-rules.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';

const fixtures = await Fixtures.create();
const { root, anna, boris, tower, lobby, gate } = fixtures;

const createRule = async (fields: object = {}): Promise<number> => {
  const rule = { anchor_at: '2026-03-10T08:00:00Z', category: 'elevator', description: 'Check the lift', period_days: 7 };
  const { status, body } = await fixtures.call(anna, 'POST', '/recurring', { ...rule, object_id: lobby, ...fields });
  assert.equal(status, 201, JSON.stringify(body));
  return body.id;
};
const requireOk = async (who: TestUser, method: 'PATCH' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) => {
  const answer = await fixtures.call(who, method, url, body);
  assert(answer.status < 300, `${method} ${url}: ${JSON.stringify(answer.body)}`);
  return answer.body;
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
    const weekly = await createRule();
    const daily = await createRule({ period_days: 3, anchor_at: '2026-03-11T23:30:00+02:00' });
    const { body } = await calendar(anna, '2026-03-10T08:00:00Z', '2026-03-24T08:00:00Z');
    const [first] = body.items;
    assert.deepEqual(first, {
      rule_id: weekly,
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
    });
    assert.deepEqual(
      body.items.map(({ rule_id, at }: Run) => [rule_id, at]),
      [
        [weekly, '2026-03-10T08:00:00.000Z'],
        [daily, '2026-03-11T21:30:00.000Z'],
        [daily, '2026-03-14T21:30:00.000Z'],
        [weekly, '2026-03-17T08:00:00.000Z'],
        [daily, '2026-03-17T21:30:00.000Z'],
        [daily, '2026-03-20T21:30:00.000Z'],
        [daily, '2026-03-23T21:30:00.000Z'],
      ],
    );
    assert.deepEqual([body.total, body.offset], [7, 0]);
    for (const id of [weekly, daily]) await requireOk(anna, 'DELETE', `/recurring/${id}`);
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
    const start = fixtures.now;
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
