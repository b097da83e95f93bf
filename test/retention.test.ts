import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { deletePendingFiles } from '../src/product/photos/file-deletion.ts';
import { deleteExpiredTickets } from '../src/product/tickets/retention.ts';
import { Fixtures } from '../testing/fixtures.ts';
import { multipartForm, photo } from '../testing/photo-files.ts';
import { countTicketRows, createTicketWithAdditions, noRows, oneRowEach } from '../testing/ticket-additions.ts';

const fixtures = await Fixtures.create();
const { anna, root, wanda } = fixtures;
const day = 86_400_000;

describe('retention', () => {
  it('retention deletes tickets that were closed more than 60 days ago with everything that belongs to them, and no others', async () => {
    const filter = { anchor_at: '2026-03-01T08:00:00Z', category: 'climate', description: 'Clean the filter', period_days: 7 };
    const { body: rule } = await fixtures.call(anna, 'POST', '/recurring', { ...filter, object_id: fixtures.lobby });
    const { body: run } = await fixtures.call(anna, 'POST', `/recurring/${rule.id}/run`);
    const old = run.ticket_id;
    await fixtures.call(wanda, 'PATCH', `/tickets/${old}/take`);
    await fixtures.call(wanda, 'PATCH', `/tickets/${old}/start`);
    const { body, headers } = multipartForm([{ name: 'lamp.jpg', bytes: photo() }]);
    assert.equal((await fixtures.call(wanda, 'POST', `/tickets/${old}/photos`, body, headers)).status, 201);
    await fixtures.call(wanda, 'PATCH', `/tickets/${old}/done`);
    await fixtures.call(anna, 'PATCH', `/tickets/${old}/confirm`);
    const open = await fixtures.createTicketWithStatus('done');
    fixtures.advanceClock(1);
    const younger = await fixtures.createTicketWithStatus('closed');
    const { body: other } = await fixtures.call(anna, 'POST', '/recurring', { ...filter, object_id: fixtures.lobby });
    await fixtures.call(anna, 'POST', `/recurring/${other.id}/run`);
    const working = await fixtures.createTicketWithStatus('in_progress');
    await fixtures.call(wanda, 'POST', `/tickets/${working}/photos`, body, headers);
    fixtures.advanceClock(60 * day);
    assert.equal(await deleteExpiredTickets(fixtures.deps), 1);
    assert.equal(await deleteExpiredTickets(fixtures.deps), 0);
    assert.equal((await fixtures.call(root, 'GET', `/tickets/${old}`)).status, 404);
    for (const id of [open, younger]) assert.equal((await fixtures.call(root, 'GET', `/tickets/${id}`)).status, 200);
    assert.equal((await fixtures.call(anna, 'GET', `/recurring/${rule.id}/runs`)).body.total, 0);
    assert.equal((await fixtures.call(anna, 'GET', `/recurring/${other.id}/runs`)).body.total, 1);
    assert.equal((await fixtures.call(anna, 'GET', `/tickets/${working}/photos`)).body.total, 1);
    assert.equal((await fixtures.call(anna, 'POST', `/recurring/${rule.id}/run`)).status, 201, 'what is gone counts as closed');
    assert.equal(await deletePendingFiles(fixtures.deps), 1);
    const { rows } = await sql<{ n: number }>`select count(*) as n from ticket_events where ticket_id = ${old}`.execute(
      fixtures.db.read,
    );
    assert.deepEqual(rows, [{ n: 0 }]);
  });

  it('retention deletes in batches, also when several processes run it at once', async () => {
    const template = await fixtures.createTicketWithStatus('closed');
    await fixtures.transaction((tx) =>
      sql`insert into tickets (status, category, priority, description, address, project_id, object_id, client_id, closed_at, created_at)
        select status, category, priority, description, address, project_id, object_id, client_id, closed_at, created_at
        from tickets, generate_series(1, 1000) where id = ${template}`.execute(tx),
    );
    // Made without a journal: only the one that went through the API has one.
    fixtures.advanceClock(61 * day);
    const removed = await Promise.all(Array.from({ length: 3 }, () => deleteExpiredTickets(fixtures.deps)));
    assert.equal(
      removed.reduce((sum, n) => sum + n, 0),
      1002,
    );
  });

  it('retention deletes deadlines, comments, attachments and hand-backs with their ticket, and keeps targets, notes and absences', async () => {
    const id = await createTicketWithAdditions(fixtures);
    for (const operation of ['start', 'done']) await fixtures.call(wanda, 'PATCH', `/tickets/${id}/${operation}`);
    assert.equal((await fixtures.call(anna, 'PATCH', `/tickets/${id}/confirm`)).status, 200);
    assert.deepEqual(await countTicketRows(fixtures, id), oneRowEach);
    fixtures.advanceClock(61 * day);
    assert(await deleteExpiredTickets(fixtures.deps));
    assert.deepEqual(await countTicketRows(fixtures, id), noRows);
    const { take_within_minutes } = (await fixtures.call(anna, 'GET', `/ext/projects/${fixtures.tower}/targets`)).body;
    assert.equal(take_within_minutes.normal, 60);
    assert.equal((await fixtures.call(anna, 'GET', `/ext/objects/${fixtures.lobby}/notes`)).body.text, 'Ring twice');
    assert.equal((await fixtures.call(wanda, 'GET', `/ext/users/${wanda.id}/absences`)).body.total, 1);
  });

  it('retention deletes nothing when it is switched off', async () => {
    await fixtures.createTicketWithStatus('closed');
    fixtures.advanceClock(5000 * day);
    assert.equal(
      await deleteExpiredTickets({ ...fixtures.deps, config: { ...fixtures.deps.config, ticketRetentionDays: 0 } }),
      0,
    );
  });
});
