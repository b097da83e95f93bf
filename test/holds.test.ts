import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { hours, minutes } from '../src/platform/lib/duration.ts';
import { notifySteps } from '../src/product/tickets/deadlines/notify-steps.ts';
import { applyChangedTargets } from '../src/product/tickets/deadlines/refresh.ts';
import { endDueHolds } from '../src/product/tickets/holds/end-due-holds.ts';
import { holdEnds, holdReasons, holdStatuses, maxHolds } from '../src/product/tickets/holds/schemas.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';

// Tickets whose work waits for something, and the clock for finishing that stands still meanwhile.

const fixtures = await Fixtures.create();
const { root, anna, boris, wanda, oleg, tower } = fixtures;
const olga = await fixtures.createUser('olga', 'worker');
await fixtures.addMember(tower, olga, 'active');

const call = fixtures.call.bind(fixtures);
const part = { reason: 'part', note: 'The pump comes on Thursday' };
const put = (who: TestUser, id: number, body: object = part) => call(who, 'PUT', `/ext/tickets/${id}/hold`, body);
const remove = (who: TestUser, id: number) => call(who, 'DELETE', `/ext/tickets/${id}/hold`);
const step = (who: TestUser, id: number, op: string, body?: object) => call(who, 'PATCH', `/tickets/${id}/${op}`, body);
const details = async (id: number) => (await call(root, 'GET', `/ext/tickets/${id}`)).body;
const holds = async (id: number) => (await call(root, 'GET', `/ext/tickets/${id}/holds`)).body.items;
const ends = async (id: number) =>
  (await holds(id)).map(({ ended_at, end_reason }: { ended_at: string; end_reason: string }) => [end_reason, ended_at]);
const at = (ms: number): string => new Date(fixtures.now.getTime() + ms).toISOString();

async function unread(who: TestUser, event: string): Promise<{ ticket_id: number; params: object }[]> {
  const { body } = await call(who, 'GET', '/ext/notifications?unread=true&limit=100');
  return body.items.filter((one: { event: string }) => one.event === event);
}

describe('PUT /ext/tickets/{id}/hold', () => {
  it('puts the ticket on hold for its worker, its owner and admins, and on_hold filters the list', async () => {
    for (const who of [wanda, anna, root]) {
      const id = await fixtures.createTicketWithStatus('in_progress');
      const listed = async (value: string) =>
        (await call(anna, 'GET', `/ext/tickets?ids=${id}&on_hold=${value}`)).body.items.map(({ hold }: { hold: object }) => hold);
      const before = await details(id);
      assert.deepEqual([before.hold, await listed('true'), await listed('false')], [null, [], [null]]);
      const { status, body } = await put(who, id);
      const expected = { ...part, until: null, since: fixtures.now.toISOString(), by_name: who.name };
      assert.deepEqual([status, body], [200, expected]);
      assert.deepEqual([await listed('true'), await listed('false')], [[expected], []]);
      assert.deepEqual(await details(id), { ...before, hold: expected }, 'nothing else changes, the journal neither');
      const [{ id: _, ...kept }] = await holds(id);
      assert.deepEqual(kept, { ...expected, ticket_id: id, by_id: who.id, ended_at: null, end_reason: null });
    }
  });

  it('returns 409 in other statuses and to a worker who could take the ticket, 403 to whoever does not see it, 404 without one', async () => {
    for (const status of ['new', 'done', 'closed']) {
      const { status: code, body } = await put(root, await fixtures.createTicketWithStatus(status));
      assert.deepEqual([code, body.error], [409, `cannot put on hold a ticket that is ${status}`]);
    }
    const assigned = await fixtures.createTicketWithStatus('assigned');
    const statuses = [put(olga, assigned), put(oleg, assigned), put(boris, assigned), put(olga, await fixtures.createTicket())];
    assert.deepEqual(
      (await Promise.all([...statuses, put(root, 999_999)])).map(({ status }) => status),
      [403, 403, 403, 409, 404],
    );
    assert.deepEqual((await remove(wanda, assigned)).body, { error: 'hold not found' });
  });

  it('returns 400 for an end that is not in the future', async () => {
    const id = await fixtures.createTicketWithStatus('assigned');
    for (const until of [at(0), at(-1)]) {
      const { status, body } = await put(wanda, id, { ...part, until });
      assert.deepEqual([status, body.error], [400, 'until must be in the future']);
    }
    assert.equal((await put(wanda, id, { ...part, until: at(1) })).status, 200);
  });

  it('takes the place of the hold before, which stays in the list', async () => {
    const id = await fixtures.createTicketWithStatus('rejected');
    await put(wanda, id);
    fixtures.advanceClock(minutes(10));
    await put(anna, id, { reason: 'weather' });
    assert.deepEqual(await ends(id), [
      ['replaced', at(0)],
      [null, null],
    ]);
    assert.deepEqual((await details(id)).hold.reason, 'weather');
  });

  it(`keeps at most ${maxHolds} of a ticket`, async () => {
    const id = await fixtures.createTicketWithStatus('assigned');
    await fixtures.transaction((tx) =>
      sql`insert into ticket_holds (ticket_id, reason, note, since, by_name, ended_at, end_reason)
        select ${id}, 'part', '', ${fixtures.now}, 'wanda', ${fixtures.now}, 'removed' from generate_series(2, ${maxHolds}::int)`.execute(
        tx,
      ),
    );
    assert.equal((await put(wanda, id)).status, 200);
    const { status, body } = await put(wanda, id);
    assert.deepEqual([status, body.error], [409, `a ticket has at most ${maxHolds} holds`]);
  });

  it('the constraints of the table have the reasons and ends of the API', async () => {
    const constraints = await sql<{ def: string }>`
      select pg_get_constraintdef(oid) as def from pg_constraint
      where conname in ('ticket_holds_reason', 'ticket_holds_end_reason') order by conname`.execute(fixtures.db.read);
    const values = constraints.rows.map(({ def }) => [...def.matchAll(/'(\w+)'/g)].map(([, value]) => value));
    assert.deepEqual(values, [[...holdEnds], [...holdReasons]]);
  });
});

describe('the end of a hold', () => {
  const endings: [string, (id: number) => Promise<{ status: number }>][] = [
    ['assigned', (id) => step(wanda, id, 'start')],
    ['rejected', (id) => step(wanda, id, 'start')],
    ['in_progress', (id) => step(wanda, id, 'done')],
    ['assigned', (id) => step(anna, id, 'cancel', { reason: 'not needed' })],
    ['in_progress', (id) => call(anna, 'POST', `/ext/tickets/${id}/reassign`, { worker_id: olga.id })],
    ['assigned', (id) => call(anna, 'POST', `/ext/tickets/${id}/reassign`, { worker_id: olga.id })],
  ];

  it('comes with a start, done, cancel and reassign', async () => {
    for (const [status, change] of endings) {
      const id = await fixtures.createTicketWithStatus(status);
      await put(wanda, id, { ...part, until: at(hours(5)) });
      fixtures.advanceClock(hours(1));
      assert((await change(id)).status < 300);
      assert.deepEqual([(await details(id)).hold, await ends(id)], [null, [['changed', at(0)]]]);
    }
    const before = endings.length;
    assert(holdStatuses.every((status) => endings.slice(0, before).some(([one]) => one === status)));
  });

  it('comes by itself at its time, for readers at once, and the job finds it once on three instances', async () => {
    await fixtures.deliver('notifications');
    await endDueHolds(fixtures.deps);
    const id = await fixtures.createTicketWithStatus('in_progress');
    const until = at(hours(2));
    await put(anna, id, { reason: 'access', until });
    await fixtures.clearDeliveries();
    assert.equal(await endDueHolds(fixtures.deps), 0, 'it is not due yet');
    fixtures.advanceClock(hours(2));
    assert.deepEqual([(await details(id)).hold, await ends(id)], [null, [['until', until]]]);
    assert.deepEqual((await remove(wanda, id)).status, 404);
    fixtures.advanceClock(minutes(1));
    const ended = await Promise.all([1, 2, 3].map(() => endDueHolds(fixtures.deps)));
    assert.deepEqual(ended.sort(), [0, 0, 1]);
    assert.deepEqual(await ends(id), [['until', until]]);
    assert.equal((await fixtures.pendingDeliveries('notifications')).length, 1);
    await fixtures.deliver('notifications');
    assert.deepEqual(
      (await unread(wanda, 'hold_ended')).map(({ ticket_id }) => ticket_id),
      [id],
    );
  });

  it('is counted from its time also when a transition comes before the job', async () => {
    const id = await fixtures.createTicketWithStatus('in_progress');
    const until = at(hours(1));
    await put(anna, id, { reason: 'access', until });
    fixtures.advanceClock(hours(3));
    await step(wanda, id, 'done');
    assert.deepEqual(await ends(id), [['until', until]]);
  });

  it('a hold and a done at the same time leave no finished ticket on hold', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await fixtures.createTicketWithStatus('in_progress');
      const [held, done] = await Promise.all([put(anna, id), step(wanda, id, 'done')]);
      assert.equal(done.status, 200);
      assert([200, 409].includes(held.status));
      const { rows } = await sql`select from ticket_holds where ticket_id = ${id} and ended_at is null`.execute(fixtures.db.read);
      assert.equal(rows.length, 0);
    }
  });
});

describe('a hold and the deadline for finishing', () => {
  const targets = { timezone: 'UTC', take_within_minutes: {}, finish_within_minutes: { normal: 240 } };
  const refresh = async () => {
    await applyChangedTargets(fixtures.deps);
    await fixtures.deliver('deadlines');
  };
  const deadline = async (id: number) => {
    const { finish_by, finish_state } = (await details(id)).deadline;
    return [finish_by, finish_state];
  };
  const steps = async (id: number) => {
    await fixtures.clearDeliveries();
    await notifySteps(fixtures.deps);
    const pending = await fixtures.pendingDeliveries('notifications');
    return pending.filter((one) => one['ticket_id'] === id).map((one) => one['step']);
  };
  const late = async (id: number) => (await call(anna, 'GET', `/ext/tickets?overdue=true&ids=${id}`)).body.total === 1;

  it('the clock stands still without a known end, and late lists, order and reminders follow', async () => {
    assert.equal((await call(anna, 'PUT', `/ext/projects/${tower}/targets`, targets)).status, 200);
    const id = await fixtures.createTicketWithStatus('in_progress');
    await refresh();
    const by = at(hours(4));
    assert.deepEqual(await deadline(id), [by, 'ok']);
    fixtures.advanceClock(hours(1));
    await put(wanda, id);
    assert.deepEqual(await deadline(id), [by, 'ok'], 'calculated at once, before the row is written');
    await refresh();
    fixtures.advanceClock(hours(24));
    assert.deepEqual([await deadline(id), await late(id)], [[by, 'ok'], false]);
    assert.deepEqual(await steps(id), []);
    const { rows } = await sql`select due_at from ticket_deadlines where ticket_id = ${id}`.execute(fixtures.db.read);
    assert.deepEqual(rows, [{ due_at: null }]);
    await remove(anna, id);
    const moved = new Date(Date.parse(by) + hours(24)).toISOString();
    assert.deepEqual(await deadline(id), [moved, 'ok']);
    await refresh();
    assert.deepEqual([await deadline(id), await late(id)], [[moved, 'ok'], false]);
    fixtures.advanceClock(hours(3));
    assert.deepEqual([await deadline(id), await late(id)], [[moved, 'overdue'], true]);
    assert.deepEqual(await steps(id), ['overdue']);
  });

  it('with a known end the deadline moves to after it at once', async () => {
    const id = await fixtures.createTicketWithStatus('in_progress');
    const by = at(hours(4));
    await put(wanda, id, { ...part, until: at(hours(10)) });
    const moved = new Date(Date.parse(by) + hours(10)).toISOString();
    await refresh();
    assert.deepEqual(await deadline(id), [moved, 'ok']);
    fixtures.advanceClock(hours(13));
    assert.deepEqual(await deadline(id), [moved, 'due_soon']);
    await endDueHolds(fixtures.deps);
    await refresh();
    assert.deepEqual(await deadline(id), [moved, 'due_soon']);
    fixtures.advanceClock(minutes(30));
    await step(wanda, id, 'done');
    await step(anna, id, 'confirm');
    await refresh();
    assert.deepEqual(await deadline(id), [moved, 'met']);
    const { rows } = await sql<{ deadline_met: boolean }>`
      select deadline_met from ticket_stats as s join ticket_events as e on e.id = s.event_id
      where e.ticket_id = ${id} and s.deadline_met is not null`.execute(fixtures.db.read);
    assert.deepEqual(rows, [{ deadline_met: true }]);
  });
});

describe('the notifications of holds', () => {
  it('tell client and admins but whoever did it, and the worker of the end', async () => {
    await fixtures.clearDeliveries();
    const id = await fixtures.createTicketWithStatus('assigned');
    const until = at(hours(8));
    await put(anna, id, { ...part, until });
    await fixtures.deliver('notifications');
    const told = async (who: TestUser, event: string) => (await unread(who, event)).filter(({ ticket_id }) => ticket_id === id);
    assert.deepEqual(
      (await told(root, 'ticket_on_hold')).map(({ params }) => params),
      [
        {
          ...{ title: 'The lamp is dark', object_name: 'Lobby', actor_name: 'anna', priority: 'normal' },
          ...{ hold_reason: 'part', reason: part.note, until },
        },
      ],
    );
    assert.deepEqual([await told(anna, 'ticket_on_hold'), await told(wanda, 'ticket_on_hold')], [[], []]);
    await remove(root, id);
    await fixtures.deliver('notifications');
    assert.equal((await told(wanda, 'hold_ended')).length, 1);
    assert.deepEqual(await told(anna, 'hold_ended'), []);
  });
});
