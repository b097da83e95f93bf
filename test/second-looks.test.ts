import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { login } from '../src/auth/actions.ts';
import type { Database } from '../src/db/open.ts';
import { runDueRules } from '../src/jobs/rules.ts';
import { type Answer, password, World } from './world.ts';

// Whatever is decided before a transaction is looked at once more inside it. Here something
// happens exactly in between.

const world = await World.create();
const { root, anna } = world;

function meanwhile(event: () => Promise<Answer>): Database {
  return {
    ...world.db,
    transaction: async (work) => {
      assert.equal((await event()).status, 200);
      return world.db.transaction(work);
    },
  };
}

describe('signing in', () => {
  it('with a password that is changed while it is checked is 401', async () => {
    const who = await world.addPerson('hasty', 'worker');
    const change = () => world.call(root, 'POST', `/users/${who.id}/password-set`, { password: 'another-one-2' });
    await assert.rejects(login(meanwhile(change), who.email, password, world.now, 1000), { status: 401 });
  });
});

describe('a due rule', () => {
  const rule = async (object_id: number): Promise<number> => {
    const { body } = await world.call(anna, 'POST', '/recurring', {
      anchor_at: '2026-03-01T08:00:00Z',
      category: 'climate',
      description: 'Clean the filter',
      object_id,
      period_days: 7,
    });
    return body.id;
  };
  const evaluate = (event: () => Promise<Answer>) => runDueRules({ ...world.deps, db: meanwhile(event) });

  it('that is disabled, or whose place is, makes no ticket', async () => {
    const object = await world.object(anna, world.tower, 'Attic');
    for (const [url, id] of [
      ['/recurring', await rule(world.lobby)],
      ['/objects', object],
      ['/projects', world.tower],
    ] as const) {
      const last = url === '/recurring' ? id : await rule(object);
      const off = () => world.call(anna, 'PATCH', `${url}/${id}`, { is_active: false });
      assert.deepEqual(await evaluate(off), { tickets: 0, heldBack: 0 }, url);
      await world.call(anna, 'PATCH', `${url}/${id}`, { is_active: true });
      await world.call(anna, 'DELETE', `/recurring/${last}`);
    }
  });

  it('that is put off makes no ticket', async () => {
    const id = await rule(world.lobby);
    const later = () => world.call(anna, 'PATCH', `/recurring/${id}`, { anchor_at: '2026-05-01T08:00:00Z' });
    assert.deepEqual(await evaluate(later), { tickets: 0, heldBack: 0 });
  });
});
