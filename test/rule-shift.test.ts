import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assert as assertProperty, asyncProperty, constantFrom, integer } from 'fast-check';
import { days, hours } from '../src/platform/lib/duration.ts';
import { runDueRules } from '../src/product/recurring/run-due-rules.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';

const fixtures = await Fixtures.create();
const { root, anna, lobby } = fixtures;
const start = fixtures.now; // 2 March 2026, 10:00

const weekly = { anchor_at: '2026-03-10T08:00:00Z', period_days: 7 };
const createRule = async (fields: object = {}): Promise<number> =>
  (
    await requireOk(anna, 'POST', '/recurring', {
      category: 'elevator',
      description: 'Check the lift',
      object_id: lobby,
      ...weekly,
      ...fields,
    })
  ).id;
const requireOk = async (who: TestUser, method: 'PATCH' | 'POST' | 'DELETE' | 'GET', url: string, body?: object) => {
  const answer = await fixtures.call(who, method, url, body);
  assert(answer.status < 300, `${method} ${url}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};

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
