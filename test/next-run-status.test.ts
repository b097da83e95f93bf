import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { recordJobResult } from '../src/platform/jobs/job-results.ts';
import { runDueRules } from '../src/product/recurring/run-due-rules.ts';
import { Fixtures } from '../testing/fixtures.ts';

const fixtures = await Fixtures.create({ RECURRING_TICK_EVERY: '1h' });
const { anna } = fixtures;
const day = 86_400_000;

const { body: rule } = await fixtures.call(anna, 'POST', '/recurring', {
  anchor_at: '2026-03-01T09:00:00Z',
  category: 'elevator',
  description: 'Check the lift',
  object_id: fixtures.lobby,
  period_days: 1,
});
const nextRun = async () => (await fixtures.call(anna, 'GET', `/ext/recurring/${rule.id}/next-run`)).body;
const set = (path: string, is_active: boolean) => fixtures.call(anna, 'PATCH', path, { is_active });

describe('GET /ext/recurring/{id}/next-run', () => {
  it('GET /ext/recurring/{id}/next-run returns the next run and no blocker for an active rule', async () => {
    assert.deepEqual(await nextRun(), {
      rule_id: rule.id,
      last_run_at: null,
      next_run_at: '2026-03-01T09:00:00.000Z',
      due: false,
      blocker: null,
      open_ticket_id: null,
      evaluation_interval_seconds: 3600,
      expected_at: null,
    });
    fixtures.advanceClock(day);
    assert.equal((await nextRun()).due, true);
  });

  it('GET /ext/recurring/{id}/next-run names the disabled rule, project or object that the evaluation skips', async () => {
    for (const [path, blocker] of [
      [`/recurring/${rule.id}`, 'rule_disabled'],
      [`/projects/${fixtures.tower}`, 'project_disabled'],
      [`/objects/${fixtures.lobby}`, 'object_disabled'],
    ] as const) {
      await set(path, false);
      assert.equal((await nextRun()).blocker, blocker);
      const { tickets, blocked } = await runDueRules(fixtures.deps);
      assert.deepEqual([tickets, blocked[blocker]], [0, 1]);
      await set(path, true);
    }
  });

  it('GET /ext/recurring/{id}/next-run names the previous ticket while that is open', async () => {
    assert.equal((await runDueRules(fixtures.deps)).tickets, 1);
    fixtures.advanceClock(day);
    const held = await nextRun();
    assert.deepEqual([held.due, held.blocker, Number.isInteger(held.open_ticket_id)], [true, 'previous_ticket_open', true]);
    assert.equal((await runDueRules(fixtures.deps)).blocked.previous_ticket_open, 1);
    await fixtures.call(anna, 'PATCH', `/tickets/${held.open_ticket_id}/cancel`, { reason: 'not needed' });
    const free = await nextRun();
    assert.deepEqual([free.blocker, free.open_ticket_id], [null, null]);
  });
});

describe('expected_at of GET /ext/recurring/{id}/next-run', async () => {
  const hall = await fixtures.createObject(anna, fixtures.tower, 'Hall');
  const { body: weekly } = await fixtures.call(anna, 'POST', '/recurring', {
    anchor_at: '2026-03-10T07:00:00Z',
    category: 'elevator',
    description: 'Check the lift',
    object_id: hall,
    period_days: 7,
  });
  const expectedAt = async () => (await fixtures.call(anna, 'GET', `/ext/recurring/${weekly.id}/next-run`)).body.expected_at;
  const moveClock = (to: string): void => {
    fixtures.now = new Date(to);
  };
  const evaluated = (result: 'succeeded' | 'failed', at: string) => {
    moveClock(at);
    return recordJobResult(fixtures.deps, 'rules', result, fixtures.now);
  };

  it('expected_at is null before the first evaluation, then the first of each hour that is not before the next run', async () => {
    moveClock('2026-03-04T08:00:00.000Z');
    assert.equal(await expectedAt(), null);
    await evaluated('succeeded', '2026-03-04T08:10:00.000Z');
    assert.equal(await expectedAt(), '2026-03-10T07:10:00.000Z');
    await evaluated('succeeded', '2026-03-04T09:00:00.000Z');
    assert.equal(await expectedAt(), '2026-03-10T07:00:00.000Z');
  });

  it('expected_at is null while the rule, its project or its object is disabled', async () => {
    for (const path of [`/recurring/${weekly.id}`, `/projects/${fixtures.tower}`, `/objects/${hall}`]) {
      await set(path, false);
      assert.equal(await expectedAt(), null, path);
      await set(path, true);
      assert.equal(await expectedAt(), '2026-03-10T07:00:00.000Z', path);
    }
  });

  it('expected_at of a due rule is the evaluation after the last one', async () => {
    await evaluated('succeeded', '2026-03-10T07:20:00.000Z');
    assert.equal(await expectedAt(), '2026-03-10T08:20:00.000Z');
  });

  it('expected_at supposes that the previous ticket will be closed', async () => {
    const { status } = await fixtures.call(anna, 'POST', `/recurring/${weekly.id}/run`);
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
    const setAnchor = (anchor_at: string) => fixtures.call(anna, 'PATCH', `/recurring/${weekly.id}`, { anchor_at });
    await setAnchor('9999-12-31T23:40:00.000Z');
    assert.equal(await expectedAt(), '9999-12-31T23:40:00.000Z');
    await setAnchor('9999-12-31T23:40:00.001Z');
    assert.equal(await expectedAt(), null);
  });
});
