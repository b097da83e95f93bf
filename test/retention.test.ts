import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { removeDoomedFiles } from '../src/product/photos/file-deletion.ts';
import { removeOldTickets } from '../src/product/tickets/retention.ts';
import { World } from '../testing/fixtures.ts';
import { form, photo } from '../testing/photo-files.ts';

const world = await World.create();
const { anna, root, wanda } = world;
const day = 86_400_000;

describe('retention', () => {
  it('removes tickets closed longer ago than 60 days, with all that is theirs, and no other', async () => {
    const filter = { anchor_at: '2026-03-01T08:00:00Z', category: 'climate', description: 'Clean the filter', period_days: 7 };
    const { body: rule } = await world.call(anna, 'POST', '/recurring', { ...filter, object_id: world.lobby });
    const { body: run } = await world.call(anna, 'POST', `/recurring/${rule.id}/run`);
    const old = run.ticket_id;
    await world.call(wanda, 'PATCH', `/tickets/${old}/take`);
    await world.call(wanda, 'PATCH', `/tickets/${old}/start`);
    const { body, headers } = form([{ name: 'lamp.jpg', bytes: photo() }]);
    assert.equal((await world.call(wanda, 'POST', `/tickets/${old}/photos`, body, headers)).status, 201);
    await world.call(wanda, 'PATCH', `/tickets/${old}/done`);
    await world.call(anna, 'PATCH', `/tickets/${old}/confirm`);
    const open = await world.ticketIn('done');
    world.pass(1);
    const younger = await world.ticketIn('closed');
    const { body: other } = await world.call(anna, 'POST', '/recurring', { ...filter, object_id: world.lobby });
    await world.call(anna, 'POST', `/recurring/${other.id}/run`);
    const working = await world.ticketIn('in_progress');
    await world.call(wanda, 'POST', `/tickets/${working}/photos`, body, headers);
    world.pass(60 * day);
    assert.equal(await removeOldTickets(world.deps), 1);
    assert.equal(await removeOldTickets(world.deps), 0);
    assert.equal((await world.call(root, 'GET', `/tickets/${old}`)).status, 404);
    for (const id of [open, younger]) assert.equal((await world.call(root, 'GET', `/tickets/${id}`)).status, 200);
    assert.equal((await world.call(anna, 'GET', `/recurring/${rule.id}/runs`)).body.total, 0);
    assert.equal((await world.call(anna, 'GET', `/recurring/${other.id}/runs`)).body.total, 1);
    assert.equal((await world.call(anna, 'GET', `/tickets/${working}/photos`)).body.total, 1);
    assert.equal((await world.call(anna, 'POST', `/recurring/${rule.id}/run`)).status, 201, 'what is gone counts as closed');
    assert.equal(await removeDoomedFiles(world.deps), 1);
    const { rows } = await sql<{ n: number }>`select count(*) as n from ticket_events where ticket_id = ${old}`.execute(
      world.db.read,
    );
    assert.deepEqual(rows, [{ n: 0 }]);
  });

  it('goes on in batches, also when several do it at once', async () => {
    const template = await world.ticketIn('closed');
    await world.write((tx) =>
      sql`insert into tickets (status, category, priority, description, address, project_id, object_id, client_id, closed_at, created_at)
        select status, category, priority, description, address, project_id, object_id, client_id, closed_at, created_at
        from tickets, generate_series(1, 1000) where id = ${template}`.execute(tx),
    );
    // Made without a journal: only the one that went through the API has one.
    world.pass(61 * day);
    const removed = await Promise.all(Array.from({ length: 3 }, () => removeOldTickets(world.deps)));
    assert.equal(
      removed.reduce((sum, n) => sum + n, 0),
      1002,
    );
  });

  it('does nothing when it is switched off', async () => {
    await world.ticketIn('closed');
    world.pass(5000 * day);
    assert.equal(await removeOldTickets({ ...world.deps, config: { ...world.deps.config, ticketRetentionDays: 0 } }), 0);
  });
});
