import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runDueRules } from '../src/product/recurring/run-due-rules.ts';
import { World } from '../testing/fixtures.ts';

// The product's own answer to "why did no ticket come?": /ext/recurring/{id}/outlook.

const world = await World.create({ RECURRING_TICK_EVERY: '1h' });
const { anna, boris, root, wanda } = world;
const day = 86_400_000;

const { body: rule } = await world.call(anna, 'POST', '/recurring', {
  anchor_at: '2026-03-01T09:00:00Z',
  category: 'elevator',
  description: 'Check the lift',
  object_id: world.lobby,
  period_days: 1,
});
const outlook = async () => (await world.call(anna, 'GET', `/ext/recurring/${rule.id}/outlook`)).body;
const set = (path: string, is_active: boolean) => world.call(anna, 'PATCH', path, { is_active });

describe('the outlook of a rule', () => {
  it('names the next run, and nothing in its way', async () => {
    assert.deepEqual(await outlook(), {
      rule_id: rule.id,
      last_run_at: null,
      next_run_at: '2026-03-01T09:00:00.000Z',
      due: false,
      obstacle: null,
      open_ticket_id: null,
      evaluated_every: 3600,
    });
    world.pass(day);
    assert.equal((await outlook()).due, true);
  });

  it('names what is disabled, as the evaluation finds it', async () => {
    for (const [path, obstacle] of [
      [`/recurring/${rule.id}`, 'rule_disabled'],
      [`/projects/${world.tower}`, 'project_disabled'],
      [`/objects/${world.lobby}`, 'object_disabled'],
    ] as const) {
      await set(path, false);
      assert.equal((await outlook()).obstacle, obstacle);
      const { tickets, skipped } = await runDueRules(world.deps);
      assert.deepEqual([tickets, skipped[obstacle]], [0, 1]);
      await set(path, true);
    }
  });

  it('names the previous ticket while that is open', async () => {
    assert.equal((await runDueRules(world.deps)).tickets, 1);
    world.pass(day);
    const held = await outlook();
    assert.deepEqual([held.due, held.obstacle, Number.isInteger(held.open_ticket_id)], [true, 'previous_ticket_open', true]);
    assert.equal((await runDueRules(world.deps)).skipped.previous_ticket_open, 1);
    await world.call(anna, 'PATCH', `/tickets/${held.open_ticket_id}/cancel`, { reason: 'not needed' });
    const free = await outlook();
    assert.deepEqual([free.obstacle, free.open_ticket_id], [null, null]);
  });

  it('is for the owner and admins', async () => {
    const path = `/ext/recurring/${rule.id}/outlook`;
    for (const [who, status] of [
      [root, 200],
      [boris, 404],
      [wanda, 403],
      [undefined, 401],
    ] as const)
      assert.equal((await world.call(who, 'GET', path)).status, status);
  });
});
