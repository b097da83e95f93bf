import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { postgresChannel } from '../src/platform/database/listen.ts';
import { minutes } from '../src/platform/lib/duration.ts';
import { maxEdits } from '../src/product/tickets/edits/actions.ts';
import { findCounterDifferences } from '../src/product/tickets/recount-counters.ts';
import { findStatDifferences, repairStats } from '../src/product/tickets/recount-stats.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';
import { waitFor, waitForLockWait } from '../testing/wait.ts';

// Corrections of a ticket, and what follows them.

const fixtures = await Fixtures.create();
const { root, anna, boris, wanda, tower } = fixtures;

const edit = (who: TestUser, id: number, body: object, headers = {}) =>
  fixtures.call(who, 'PATCH', `/ext/tickets/${id}`, body, headers);
const get = async (who: TestUser, url: string) => {
  const { status, body } = await fixtures.call(who, 'GET', url);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const editsOf = async (id: number) =>
  (await get(root, `/ext/tickets/${id}/edits`)).items.map((item: Record<string, string>) => [
    item['field'],
    item['from'],
    item['to'],
    item['actor_name'],
  ]);
const found = async (q: string): Promise<number[]> =>
  (await get(anna, `/ext/tickets?q=${q}`)).items.map(({ id }: { id: number }) => id);

describe('PATCH /ext/tickets/{id}', () => {
  it('changes what differs, records it, and answers the ticket as GET /ext/tickets/{id} does', async () => {
    const id = await fixtures.createTicketWithStatus('assigned');
    const before = await get(anna, `/ext/tickets/${id}`);
    fixtures.advanceClock(minutes(1));
    const { status, body } = await edit(anna, id, { description: ' The lift stops ', priority: 'high', category: 'electric' });
    assert.equal(status, 200, JSON.stringify(body));
    const changes = { description: 'The lift stops', priority: 'high', updated_at: fixtures.now.toISOString() };
    assert.deepEqual(body, { ...before, ...changes });
    assert.deepEqual(await get(anna, `/ext/tickets/${id}`), body);
    assert.deepEqual(await editsOf(id), [
      ['description', 'The lamp is dark', 'The lift stops', 'anna'],
      ['priority', 'normal', 'high', 'anna'],
    ]);
    const { items } = await get(anna, `/ext/tickets?sort=updated_at&limit=1`);
    assert.equal(items[0].id, id);
  });

  it('changes and records nothing when all values are the same as before', async () => {
    const id = await fixtures.createTicketWithStatus('assigned');
    const before = await get(anna, `/ext/tickets/${id}`);
    await fixtures.clearDeliveries();
    fixtures.advanceClock(minutes(1));
    const { status, body } = await edit(anna, id, { description: 'The lamp is dark', floor: '', priority: 'normal' });
    assert.deepEqual([status, body], [200, before]);
    assert.deepEqual(await editsOf(id), []);
    assert.deepEqual(await fixtures.pendingDeliveries('notifications'), []);
  });

  it('empties the floor, and ignores fields that are null', async () => {
    const id = await fixtures.createTicket({ floor: '3' });
    assert.equal((await edit(root, id, { floor: '', description: null })).body.floor, '');
    assert.deepEqual(await editsOf(id), [['floor', '3', '', 'root']]);
    const answer = await edit(root, id, { description: null });
    assert.deepEqual([answer.status, answer.body.error], [400, 'no known field to change']);
  });

  it('returns 409 for a ticket that is closed', async () => {
    const id = await fixtures.createTicketWithStatus('closed');
    const answer = await edit(root, id, { floor: '4' });
    assert.deepEqual([answer.status, answer.body.error], [409, 'a closed ticket is not corrected']);
    assert.deepEqual(await editsOf(id), []);
  });

  it('returns 409 for more corrections than a ticket may have, and changes nothing then', async () => {
    const id = await fixtures.createTicket();
    await fixtures.transaction((tx) =>
      sql`insert into ticket_edits (ticket_id, field, old_value, new_value, actor_name, created_at)
        select ${id}::integer, 'floor', n::text, (n + 1)::text, 'anna', now() from generate_series(1, ${maxEdits - 1}) as n`.execute(
        tx,
      ),
    );
    const refused = await edit(anna, id, { floor: '4', priority: 'high' });
    assert.deepEqual([refused.status, refused.body.error], [409, 'the ticket was corrected too often']);
    assert.equal((await get(anna, `/tickets/${id}`)).floor, '');
    assert.equal((await edit(anna, id, { floor: '4' })).status, 200);
  });

  it('records of two corrections at once the second one against what the first one has written', async () => {
    const id = await fixtures.createTicket();
    const answers: Promise<{ status: number }>[] = [];
    await fixtures.transaction(async (tx) => {
      await sql`select from tickets where id = ${id} for update`.execute(tx);
      answers.push(edit(anna, id, { floor: '7' }), edit(root, id, { floor: '7' }));
      await waitForLockWait(fixtures.db);
    });
    assert.deepEqual(
      (await Promise.all(answers)).map(({ status }) => status),
      [200, 200],
    );
    assert.equal((await editsOf(id)).length, 1);
  });

  it('returns 409 when the ticket is closed while the correction waits', async () => {
    const id = await fixtures.createTicketWithStatus('done');
    let answer: Promise<{ status: number }> | undefined;
    await fixtures.transaction(async (tx) => {
      await sql`update tickets set status = 'closed', closed_at = now() where id = ${id}`.execute(tx);
      answer = edit(anna, id, { floor: '7' });
      await waitForLockWait(fixtures.db);
    });
    assert.equal((await answer)?.status, 409);
    await fixtures.transaction((tx) => sql`update tickets set status = 'done', closed_at = null where id = ${id}`.execute(tx));
  });

  it('keeps the name of an account that was deleted, and the hash chain of the journal', async () => {
    const rosa = await fixtures.createUser('rosa', 'admin');
    const id = await fixtures.createTicket();
    assert.equal((await edit(rosa, id, { floor: '9' })).status, 200);
    assert.equal((await fixtures.call(root, 'DELETE', `/users/${rosa.id}`)).status, 200);
    const { items } = await get(anna, `/ext/tickets/${id}/edits`);
    assert.deepEqual([items[0].actor_id, items[0].actor_name], ['', 'rosa']);
    const { ok, entries } = await get(anna, `/ext/tickets/${id}/chain`);
    assert.deepEqual([ok, entries], [true, 1]);
  });
});

describe('after a correction', () => {
  it('the search finds the new words and not the old ones', async () => {
    const id = await fixtures.createTicket({ description: 'The boiler whistles' });
    assert.deepEqual(await found('whistles'), [id]);
    await edit(anna, id, { description: 'The radiator gurgles' });
    assert.deepEqual(await found('gurgles'), [id]);
    assert.deepEqual(await found('whistles'), []);
  });

  it('counters and numbers count the ticket under its new category and priority', async () => {
    const id = await fixtures.createTicketWithStatus('rejected');
    const created = async () => {
      const { by_category } = await get(root, '/ext/stats?from=2026-01-01T00:00:00Z&to=2027-01-01T00:00:00Z');
      return by_category.find(({ category }: { category: string }) => category === 'climate')?.created ?? 0;
    };
    const before = await created();
    const total = async () => (await get(anna, '/tickets?category=climate&priority=low')).total;
    const listed = await total();
    await edit(anna, id, { category: 'climate', priority: 'low' });
    assert.deepEqual([await created(), await total()], [before + 1, listed + 1]);
    assert.deepEqual(await findCounterDifferences(fixtures.db.read), []);
    assert.deepEqual(await findStatDifferences(fixtures.db.read), []);
    assert.deepEqual(await fixtures.db.transaction(repairStats), []);
  });

  it('deadlines follow the new priority, at once in the answer and then in the order and the filter', async () => {
    const targets = { timezone: 'UTC', take_within_minutes: { normal: 600, high: 30 }, finish_within_minutes: {} };
    assert.equal((await fixtures.call(anna, 'PUT', `/ext/projects/${tower}/targets`, targets)).status, 200);
    const id = await fixtures.createTicket();
    await fixtures.deliver('deadlines');
    const by = (after: number) => new Date(fixtures.now.getTime() + minutes(after)).toISOString();
    assert.equal((await get(anna, `/ext/tickets/${id}`)).deadline.take_by, by(600));
    const expected = by(30);
    assert.equal((await edit(anna, id, { priority: 'high' })).body.deadline.take_by, expected);
    assert.equal(await fixtures.deliver('deadlines'), 1);
    fixtures.advanceClock(minutes(31));
    const { items } = await get(anna, '/ext/tickets?overdue=true');
    assert.deepEqual(
      items.map((item: { id: number; deadline: { take_by: string } }) => [item.id, item.deadline.take_by]),
      [[id, expected]],
    );
    await edit(anna, id, { floor: '2' });
    assert.deepEqual(await fixtures.pendingDeliveries('deadlines'), []);
    const none = { timezone: 'UTC', take_within_minutes: {}, finish_within_minutes: {} };
    assert.equal((await fixtures.call(anna, 'PUT', `/ext/projects/${tower}/targets`, none)).status, 200);
  });
});

describe('live updates', () => {
  it('name a ticket that was corrected, tagged or linked, and none for a correction that changes nothing', async () => {
    const [id, other] = [await fixtures.createTicket(), await fixtures.createTicket()];
    const listener = new pg.Client({ connectionString: fixtures.url });
    await listener.connect();
    const received: string[] = [];
    // Others wake the workers of queues, now and then.
    listener.on('notification', ({ payload = '' }) => payload.startsWith('tickets ') && received.push(payload));
    try {
      await listener.query(`listen ${postgresChannel}`);
      await edit(anna, id, { floor: '' });
      await edit(anna, id, { floor: '1' });
      assert.equal((await fixtures.call(anna, 'PUT', `/ext/tickets/${other}/tags`, { tags: ['storm'] })).status, 200);
      const link = { ticket_id: other, kind: 'related' };
      assert.equal((await fixtures.call(anna, 'POST', `/ext/tickets/${id}/links`, link)).status, 201);
      await waitFor(() => received.length >= 4);
      assert.deepEqual(received, [`tickets ${id}`, `tickets ${other}`, `tickets ${id}`, `tickets ${other}`]);
    } finally {
      await listener.end();
    }
  });
});

describe('the notification ticket_edited', () => {
  const inbox = async (who: TestUser, id: number) => {
    await fixtures.deliver('notifications');
    const { items } = await get(who, '/ext/notifications');
    return items.filter((item: { event: string; ticket_id: number }) => item.event === 'ticket_edited' && item.ticket_id === id);
  };

  it('tells the assigned worker what was changed, and nobody else', async () => {
    const id = await fixtures.createTicketWithStatus('in_progress');
    await edit(anna, id, { description: 'The lift stops\non each floor', priority: 'high' });
    const [notification, ...more] = await inbox(wanda, id);
    assert.deepEqual(more, []);
    const names = { title: 'The lift stops', object_name: 'Lobby', actor_name: 'anna' };
    assert.deepEqual(notification.params, { ...names, priority: 'high', fields: ['description', 'priority'] });
    for (const who of [anna, root, boris]) assert.deepEqual(await inbox(who, id), []);
  });

  it('does not tell the members of the project while nobody has taken the ticket', async () => {
    const id = await fixtures.createTicket();
    await edit(anna, id, { description: 'The lift stops' });
    assert.deepEqual(await inbox(wanda, id), []);
  });

  it('does not tell a worker to whom the ticket was given after the correction', async () => {
    const olga = await fixtures.createUser('olga', 'worker');
    await fixtures.addMember(tower, olga, 'active');
    const id = await fixtures.createTicketWithStatus('assigned');
    await edit(anna, id, { floor: '5' });
    await fixtures.call(anna, 'POST', `/ext/tickets/${id}/reassign`, { worker_id: olga.id });
    for (const who of [olga, wanda]) assert.deepEqual(await inbox(who, id), []);
  });
});
