import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runDueRules } from '../src/product/recurring/run-due-rules.ts';
import { Fixtures } from '../testing/fixtures.ts';

const fixtures = await Fixtures.create({ RECURRING_TICK_EVERY: '1h' });
const { anna, boris, root, wanda } = fixtures;
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

  it('GET /ext/recurring/{id}/next-run returns 200 to admins, 404 to other clients, 403 to workers, 401 without a token', async () => {
    const path = `/ext/recurring/${rule.id}/next-run`;
    for (const [who, status] of [
      [root, 200],
      [boris, 404],
      [wanda, 403],
      [undefined, 401],
    ] as const)
      assert.equal((await fixtures.call(who, 'GET', path)).status, status);
  });
});
