import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Fixtures } from '../testing/fixtures.ts';

const fixtures = await Fixtures.create();
const { anna, boris, root, wanda, ivan, oleg, call } = Object.assign(fixtures, { call: fixtures.call.bind(fixtures) });

const report = (fields: object = {}) => ({
  category: 'electric',
  description: 'The lamp is dark',
  object_id: fixtures.lobby,
  ...fields,
});

describe('POST /tickets', () => {
  it('POST /tickets returns 201 with a new ticket without a worker and with the address of the object', async () => {
    const { status, body } = await call(anna, 'POST', '/tickets', report({ floor: ' 3 ', priority: 'high' }));
    assert.equal(status, 201);
    const { id, ...ticket } = body;
    assert(Number.isInteger(id));
    assert.deepEqual(ticket, {
      status: 'new',
      category: 'electric',
      priority: 'high',
      description: 'The lamp is dark',
      floor: '3',
      address: 'Lobby street 1',
      project_id: fixtures.tower,
      project_name: 'Tower',
      object_id: fixtures.lobby,
      object_name: 'Lobby',
      client_id: anna.id,
      client_name: 'anna',
      rework_count: 0,
      created_at: '2026-03-01T08:00:00.000Z',
    });
  });

  it('POST /tickets uses normal priority and an empty floor when they are missing or null', async () => {
    for (const fields of [{}, { priority: null, floor: null }]) {
      const { body } = await call(anna, 'POST', '/tickets', report(fields));
      assert.equal(body.priority, 'normal');
      assert.equal(body.floor, '');
    }
  });

  it('POST /tickets writes one journal entry by the client from nothing to new', async () => {
    const id = await fixtures.createTicket();
    const { body } = await call(anna, 'GET', `/tickets/${id}/events`);
    assert.equal(body.total, 1);
    const [{ id: eventId, ...event }] = body.items;
    assert(Number.isInteger(eventId));
    assert.deepEqual(event, {
      ticket_id: id,
      action: 'created',
      from_status: '',
      to_status: 'new',
      actor_id: anna.id,
      actor_name: 'anna',
      comment: '',
      created_at: '2026-03-01T08:00:00.000Z',
    });
  });

  it('POST /tickets returns 400 for a description that is too short once it is trimmed, or has a NUL character', async () => {
    for (const fields of [{ description: '  abcd  ' }, { description: 'five\u0000!' }]) {
      const { status, body } = await call(anna, 'POST', '/tickets', report(fields));
      assert.equal(status, 400, JSON.stringify(fields));
      assert.deepEqual(Object.keys(body), ['error']);
    }
  });

  it('POST /tickets returns the same 404 for missing, foreign and out-of-range objects', async () => {
    for (const object_id of [999_999, fixtures.gate, 2_147_483_648, 1e300]) {
      const { status } = await call(anna, 'POST', '/tickets', report({ object_id }));
      assert.equal(status, 404, String(object_id));
    }
  });

  it('POST /tickets returns 409 for a disabled object or project, and existing tickets can still be worked on', async () => {
    const existing = await fixtures.createTicket();
    const object = await fixtures.createObject(anna, fixtures.tower, 'Cellar');
    await call(anna, 'PATCH', `/objects/${object}`, { is_active: false });
    assert.equal((await call(anna, 'POST', '/tickets', report({ object_id: object }))).status, 409);
    await call(anna, 'PATCH', `/projects/${fixtures.tower}`, { is_active: false });
    assert.equal((await call(anna, 'POST', '/tickets', report())).status, 409);
    assert.equal((await call(wanda, 'PATCH', `/tickets/${existing}/take`)).status, 200);
    await call(anna, 'PATCH', `/projects/${fixtures.tower}`, { is_active: true });
    assert.equal((await call(anna, 'POST', '/tickets', report())).status, 201);
  });

  it('a ticket keeps its address when the object moves and shows the current name of the object', async () => {
    const object = await fixtures.createObject(anna, fixtures.tower, 'Annex');
    const id = await fixtures.createTicket({}, anna, object);
    await call(anna, 'PATCH', `/objects/${object}`, { address: 'Elsewhere 7', name: 'Old annex' });
    const { body } = await call(anna, 'GET', `/tickets/${id}`);
    assert.equal(body.address, 'Annex street 1');
    assert.equal(body.object_name, 'Old annex');
  });
});

describe('transitions of a ticket', () => {
  it('a ticket goes from take through rework to confirm with a timestamp and a journal entry for each step', async () => {
    const id = await fixtures.createTicket();
    const step = async (who: typeof anna, op: string, body?: object) => {
      fixtures.advanceClock(60_000);
      const answer = await call(who, 'PATCH', `/tickets/${id}/${op}`, body);
      assert.equal(answer.status, 200, `${op}: ${JSON.stringify(answer.body)}`);
      return { ticket: answer.body, at: fixtures.now.toISOString() };
    };
    const took = await step(wanda, 'take');
    assert.deepEqual(
      [took.ticket.status, took.ticket.worker_id, took.ticket.worker_name, took.ticket.assigned_by, took.ticket.assigned_at],
      ['assigned', wanda.id, 'wanda', wanda.id, took.at],
    );
    const started = await step(wanda, 'start');
    assert.deepEqual([started.ticket.status, started.ticket.started_at], ['in_progress', started.at]);
    const done = await step(wanda, 'done');
    assert.deepEqual([done.ticket.status, done.ticket.done_at], ['done', done.at]);
    const rejected = await step(anna, 'reject', { reason: '  still dark  ' });
    assert.deepEqual(
      [rejected.ticket.status, rejected.ticket.rejected_at, rejected.ticket.reject_reason, rejected.ticket.rework_count],
      ['rejected', rejected.at, 'still dark', 1],
    );
    const again = await step(wanda, 'start');
    assert.equal(again.ticket.started_at, started.at, 'the first start is kept');
    const doneAgain = await step(wanda, 'done');
    assert.equal(doneAgain.ticket.done_at, doneAgain.at);
    const closed = await step(anna, 'confirm');
    assert.deepEqual(
      [closed.ticket.status, closed.ticket.confirmed_at, closed.ticket.closed_at, closed.ticket.closed_by],
      ['closed', closed.at, closed.at, anna.id],
    );
    assert.equal('cancel_reason' in closed.ticket, false);

    const { body } = await call(wanda, 'GET', `/tickets/${id}/events`);
    const story = body.items.map((e: Record<string, string>) => [
      e['action'],
      e['from_status'],
      e['to_status'],
      e['actor_name'],
      e['comment'],
    ]);
    assert.deepEqual(story, [
      ['created', '', 'new', 'anna', ''],
      ['assigned', 'new', 'assigned', 'wanda', ''],
      ['started', 'assigned', 'in_progress', 'wanda', ''],
      ['done', 'in_progress', 'done', 'wanda', ''],
      ['rejected', 'done', 'rejected', 'anna', 'still dark'],
      ['started', 'rejected', 'in_progress', 'wanda', ''],
      ['done', 'in_progress', 'done', 'wanda', ''],
      ['confirmed', 'done', 'closed', 'anna', ''],
    ]);
  });

  it('PATCH /tickets/{id}/cancel stores the reason in the ticket and in the journal', async () => {
    const id = await fixtures.createTicket();
    const { status, body } = await call(anna, 'PATCH', `/tickets/${id}/cancel`, { reason: 'a mistake' });
    assert.equal(status, 200);
    assert.deepEqual([body.status, body.cancel_reason, body.closed_by], ['closed', 'a mistake', anna.id]);
    const events = await call(anna, 'GET', `/tickets/${id}/events?order=desc`);
    assert.deepEqual([events.body.items[0].action, events.body.items[0].comment], ['canceled', 'a mistake']);
  });
});

it('an id that no ticket can have returns 404', async () => {
  for (const id of ['999999', '2147483648', '99999999999999999999']) {
    assert.equal((await call(wanda, 'PATCH', `/tickets/${id}/take`)).status, 404, id);
    assert.equal((await call(anna, 'PATCH', `/tickets/${id}/cancel`, { reason: 'reason' })).status, 404, id);
    assert.equal((await call(wanda, 'GET', `/tickets/${id}`)).status, 404, id);
  }
});

describe('PATCH /tickets/{id}/assign', () => {
  const assign = (who: typeof anna, id: number, worker_id: unknown) => call(who, 'PATCH', `/tickets/${id}/assign`, { worker_id });

  it('PATCH /tickets/{id}/assign returns 200 to the owner and to admins and stores who assigned', async () => {
    for (const who of [anna, root]) {
      const { status, body } = await assign(who, await fixtures.createTicket(), wanda.id);
      assert.equal(status, 200);
      assert.deepEqual([body.worker_id, body.assigned_by], [wanda.id, who.id]);
    }
  });

  it('PATCH /tickets/{id}/assign returns 400 for a user who cannot work in the project', async () => {
    const id = await fixtures.createTicket();
    const lazy = await fixtures.createUser('lazy', 'worker', { is_active: false });
    await fixtures.addMember(fixtures.tower, lazy, 'active');
    const shy = await fixtures.createUser('shy', 'worker');
    await fixtures.addMember(fixtures.tower, shy, 'declined');
    for (const worker of [ivan, oleg, lazy, shy, anna, root, { id: crypto.randomUUID() }]) {
      assert.equal((await assign(anna, id, worker.id)).status, 400);
    }
    assert.equal((await assign(anna, id, `urn:uuid:${wanda.id}`)).status, 400);
  });

  it('PATCH /tickets/{id}/assign returns 403 to another client before the worker is checked', async () => {
    assert.equal((await assign(boris, await fixtures.createTicket(), oleg.id)).status, 403);
  });

  it('PATCH /tickets/{id}/assign checks the worker with 400 before the status with 409', async () => {
    const id = await fixtures.createTicketWithStatus('closed');
    assert.equal((await assign(anna, id, oleg.id)).status, 400);
    assert.equal((await assign(anna, id, wanda.id)).status, 409);
  });
});

describe('GET /tickets/{id}', () => {
  it("GET /tickets/{id}/events keeps the author's name without an id when the author is deleted", async () => {
    const admin = await fixtures.createUser('passing', 'admin');
    const id = await fixtures.createTicket();
    await call(admin, 'PATCH', `/tickets/${id}/cancel`, { reason: 'duplicate' });
    assert.equal((await call(root, 'DELETE', `/users/${admin.id}`)).status, 200);
    const { body } = await call(anna, 'GET', `/tickets/${id}/events?order=desc`);
    assert.deepEqual([body.items[0].actor_id, body.items[0].actor_name], ['', 'passing']);
    const ticket = await call(anna, 'GET', `/tickets/${id}`);
    assert.equal('closed_by' in ticket.body, false);
    assert.equal(ticket.body.status, 'closed');
  });
});
