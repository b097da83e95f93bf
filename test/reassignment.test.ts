import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';
import { connectPostgres } from '../testing/postgres.ts';
import { waitForLockWait } from '../testing/wait.ts';

// Another worker for a ticket: given by client or admin, asked for by the worker, and when workers are absent.

const fixtures = await Fixtures.create();
const { root, anna, boris, wanda, oleg, tower, yard, gate } = fixtures;
const olga = await fixtures.createUser('olga', 'worker');
await fixtures.addMember(tower, olga, 'active');

const post = (who: TestUser, url: string, body: object = {}) => fixtures.call(who, 'POST', url, body);
const reassign = (who: TestUser, id: number, worker: TestUser, reason?: string) =>
  post(who, `/ext/tickets/${id}/reassign`, { worker_id: worker.id, reason });
const handBack = (who: TestUser, id: number, reason = 'I have no key') => post(who, `/ext/tickets/${id}/hand-back`, { reason });
const step = (who: TestUser, id: number, op: string, body?: object) => fixtures.call(who, 'PATCH', `/tickets/${id}/${op}`, body);
const journal = async (id: number) => (await fixtures.call(root, 'GET', `/tickets/${id}/events?order=desc`)).body.items;
const handBacks = async (id: number) => (await fixtures.call(root, 'GET', `/ext/tickets/${id}/hand-backs`)).body.items;
const isOpen = async (id: number) => (await handBacks(id)).at(-1)?.is_open;

describe('POST /ext/tickets/{id}/reassign', () => {
  for (const status of ['assigned', 'in_progress', 'rejected']) {
    it(`gives a ticket that is ${status} to another member and writes the old status and the reason to the journal`, async () => {
      const id = await fixtures.createTicketWithStatus(status);
      const { body: before } = await fixtures.call(anna, 'GET', `/tickets/${id}`);
      const { status: code, body } = await reassign(anna, id, olga, 'wanda is ill');
      assert.equal(code, 200);
      assert.deepEqual(
        { ...before, status: 'assigned', worker_id: olga.id, worker_name: 'olga', assigned_by: anna.id },
        { ...body, assigned_at: before.assigned_at },
      );
      const [entry] = await journal(id);
      assert.deepEqual(
        [entry.action, entry.from_status, entry.to_status, entry.actor_id, entry.comment],
        ['assigned', status, 'assigned', anna.id, 'wanda is ill'],
      );
      assert.equal((await fixtures.call(wanda, 'GET', `/tickets/${id}`)).status, 403);
      assert.equal((await step(wanda, id, 'start')).body.error, 'the ticket is not assigned to you');
      assert.equal((await step(olga, id, 'start')).status, 200);
    });
  }

  for (const status of ['new', 'done', 'closed']) {
    it(`returns 409 for a ticket that is ${status}`, async () => {
      const id = await fixtures.createTicketWithStatus(status);
      const answer = await reassign(root, id, olga);
      assert.deepEqual([answer.status, answer.body.error], [409, `cannot reassign a ticket that is ${status}`]);
    });
  }

  it('returns 409 for the worker who has the ticket', async () => {
    const id = await fixtures.createTicketWithStatus('assigned');
    const answer = await reassign(anna, id, wanda);
    assert.deepEqual([answer.status, answer.body.error], [409, 'the ticket is assigned to this worker already']);
    assert.equal((await journal(id)).length, 2);
  });

  it('refuses workers who cannot be assigned with the errors of an assignment', async () => {
    const id = await fixtures.createTicketWithStatus('assigned');
    const free = await fixtures.createTicket();
    const disabled = await fixtures.createUser('disabled', 'worker', { is_active: false });
    await fixtures.addMember(tower, disabled, 'active');
    for (const worker of [oleg, disabled, fixtures.ivan, boris]) {
      const assigned = await step(anna, free, 'assign', { worker_id: worker.id });
      const reassigned = await reassign(anna, id, worker);
      assert.equal(reassigned.status, 400);
      assert.deepEqual(reassigned.body, assigned.body);
    }
  });

  it('delivers one event, as an assignment does', async () => {
    const id = await fixtures.createTicketWithStatus('in_progress');
    const before = (await fixtures.pendingDeliveries('notifications')).length;
    await reassign(root, id, olga);
    const [event, ...more] = (await fixtures.pendingDeliveries('notifications')).slice(before);
    assert.deepEqual([event?.['kind'], event?.['action'], more.length], ['ticket_event', 'assigned', 0]);
  });

  it('succeeds for one of many at once, and the journal has one entry for it', async () => {
    const id = await fixtures.createTicketWithStatus('assigned');
    const answers = await Promise.all(Array.from({ length: 6 }, () => reassign(anna, id, olga)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    assert.deepEqual([...new Set(answers.map(({ status }) => status))].sort(), [200, 409]);
    assert.equal((await journal(id)).length, 3);
  });
});

describe('POST /ext/tickets/{id}/hand-back', () => {
  it('marks the ticket, which stays with its worker, and lists the mark with its reason', async () => {
    const id = await fixtures.createTicketWithStatus('assigned');
    const { body: before } = await fixtures.call(wanda, 'GET', `/tickets/${id}`);
    const { status, body } = await handBack(wanda, id, '  no key for the cellar ');
    assert.equal(status, 200);
    assert.deepEqual(body, before);
    const [mark, ...more] = await handBacks(id);
    assert.deepEqual(more, []);
    assert.deepEqual(
      { ...mark, id: 0, created_at: '' },
      {
        ...{ id: 0, ticket_id: id, worker_id: wanda.id, worker_name: 'wanda' },
        ...{ reason: 'no key for the cellar', is_open: true, created_at: '' },
      },
    );
    assert.equal((await journal(id)).length, 2, 'the journal has no word for it');
    assert.deepEqual((await handBack(wanda, id)).body, { error: 'the ticket is handed back already' });
  });

  it('returns 403 to a worker who does not see the ticket and to a client, 409 to one who does, and 400 for a short reason', async () => {
    const id = await fixtures.createTicketWithStatus('assigned');
    const answers = [await handBack(olga, id), await handBack(anna, id), await handBack(wanda, id, 'no  ')];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [403, 403, 400],
    );
    assert.equal((await handBack(olga, await fixtures.createTicket())).status, 409);
  });

  it('returns 409 while the work is in progress and after it', async () => {
    for (const status of ['in_progress', 'done', 'closed']) {
      const answer = await handBack(wanda, await fixtures.createTicketWithStatus(status));
      assert.deepEqual([answer.status, answer.body.error], [409, `cannot hand back a ticket that is ${status}`]);
    }
  });

  it('is ended by a start, a reassignment and a cancellation, and stays in the history', async () => {
    const [started, reassigned, canceled] = [
      await fixtures.createTicketWithStatus('rejected'),
      await fixtures.createTicketWithStatus('assigned'),
      await fixtures.createTicketWithStatus('assigned'),
    ];
    for (const id of [started, reassigned, canceled]) {
      assert.equal((await handBack(wanda, id)).status, 200);
      assert.equal(await isOpen(id), true);
    }
    await step(wanda, started, 'start');
    await reassign(anna, reassigned, olga);
    await step(anna, canceled, 'cancel', { reason: 'a mistake' });
    for (const id of [started, reassigned, canceled]) assert.equal(await isOpen(id), false);
    await reassign(anna, reassigned, wanda);
    assert.equal(await isOpen(reassigned), false, 'a later assignment does not open it again');
    assert.equal((await handBack(wanda, reassigned)).status, 200);
    assert.deepEqual(
      (await handBacks(reassigned)).map(({ is_open }: { is_open: boolean }) => is_open),
      [false, true],
    );
  });

  it('is a property of the ticket in GET /ext/tickets, and handed_back filters the list', async () => {
    const id = await fixtures.createTicketWithStatus('assigned');
    const read = async () => (await fixtures.call(anna, 'GET', `/ext/tickets/${id}`)).body.handed_back;
    const listed = async (value: string) => {
      const { body } = await fixtures.call(anna, 'GET', `/ext/tickets?ids=${id}&handed_back=${value}`);
      return body.items.map(({ handed_back }: { handed_back: object | null }) => handed_back);
    };
    assert.deepEqual([await read(), await listed('true'), await listed('false')], [null, [], [null]]);
    await handBack(wanda, id);
    const [mark] = await handBacks(id);
    const expected = { reason: 'I have no key', at: mark.created_at };
    assert.deepEqual([await read(), await listed('true'), await listed('false')], [expected, [expected], []]);
    await reassign(anna, id, olga);
    assert.deepEqual([await read(), await listed('true'), await listed('false')], [null, [], [null]]);
  });

  it('tells the client and the admins, and nobody after the ticket was reassigned', async () => {
    const unread = async (who: TestUser) => {
      const { body } = await fixtures.call(who, 'GET', '/ext/notifications?unread=true&limit=100');
      return body.items.filter(({ event }: { event: string }) => event === 'handed_back');
    };
    await fixtures.clearDeliveries();
    const [told, over] = [await fixtures.createTicketWithStatus('assigned'), await fixtures.createTicketWithStatus('assigned')];
    await handBack(wanda, told);
    await handBack(wanda, over);
    await reassign(anna, over, olga);
    await fixtures.deliver('notifications');
    for (const who of [anna, root]) {
      const items = await unread(who);
      assert.deepEqual(
        items.map(({ ticket_id, params }: { ticket_id: number; params: object }) => ({ ticket_id, ...params })),
        [
          {
            ...{ ticket_id: told, title: 'The lamp is dark', object_name: 'Lobby', actor_name: 'wanda' },
            ...{ reason: 'I have no key', priority: 'normal' },
          },
        ],
      );
    }
    assert.deepEqual([await unread(boris), await unread(wanda), await unread(olga)], [[], [], []]);
  });
});

describe('POST /ext/workers/{id}/handover', () => {
  const handOver = (who: TestUser, from: TestUser, to: TestUser, query = '', more = {}) =>
    post(who, `/ext/workers/${from.id}/handover${query}`, { to_worker_id: to.id, ...more });

  it('moves what the worker has not finished and says for each other ticket why it stays', async () => {
    const from = await fixtures.createUser('from', 'worker');
    const to = await fixtures.createUser('to', 'worker');
    for (const worker of [from, to]) await fixtures.addMember(tower, worker, 'active');
    await fixtures.addMember(yard, from, 'active');
    const take = async (id: number, ...steps: string[]) => {
      for (const op of ['take', ...steps]) assert.equal((await step(from, id, op)).status, 200);
      return id;
    };
    const assigned = await take(await fixtures.createTicket());
    const started = await take(await fixtures.createTicket(), 'start');
    const done = await take(await fixtures.createTicket(), 'start', 'done');
    const foreign = await take(await fixtures.createTicket({}, boris, gate));
    const expected = {
      moved: [assigned, started],
      refused: [{ id: foreign, error: 'worker_id is not in the project of this ticket' }],
    };
    const dry = await handOver(root, from, to, '?dry_run=true');
    assert.deepEqual([dry.status, dry.body], [200, expected]);
    assert.equal((await journal(assigned)).length, 2, 'a dry run changes nothing');
    assert.deepEqual((await handOver(anna, from, to, '?dry_run=true')).body, { moved: [assigned, started], refused: [] });
    assert.deepEqual((await handOver(root, from, to, '?dry_run=true', { project_id: yard })).body.moved, []);
    assert.equal((await handOver(anna, from, to, '', { project_id: yard })).status, 404);
    assert.deepEqual((await handOver(root, from, to)).body, expected);
    for (const id of [assigned, started]) {
      const { body } = await fixtures.call(root, 'GET', `/tickets/${id}`);
      assert.deepEqual([body.status, body.worker_id, body.assigned_by], ['assigned', to.id, root.id]);
    }
    assert.equal((await fixtures.call(root, 'GET', `/tickets/${done}`)).body.worker_id, from.id);
    assert.deepEqual((await handOver(root, from, to)).body, { moved: [], refused: expected.refused });
  });

  it('with an Idempotency-Key locks all tickets before it changes the counters of their client', async () => {
    const from = await fixtures.createUser('former', 'worker');
    const to = await fixtures.createUser('following', 'worker');
    for (const worker of [from, to]) await fixtures.addMember(tower, worker, 'active');
    const ids = [await fixtures.createTicket(), await fixtures.createTicket()];
    for (const id of ids) for (const op of ['take', 'start']) assert.equal((await step(from, id, op)).status, 200);
    const transition = await connectPostgres(fixtures.url);
    await transition.query('begin');
    await transition.query('select from tickets where id = $1 for update', [ids[1]]);
    const key = { 'idempotency-key': 'handover-beside-a-transition' };
    const handedOver = fixtures.call(root, 'POST', `/ext/workers/${from.id}/handover`, { to_worker_id: to.id }, key);
    await waitForLockWait(fixtures.db);
    // What is about a ticket that is locked, such as the events of all webhooks, does not wait for it.
    await transition.query('select from tickets where id = $1 for key share nowait', [ids[0]]);
    await transition.query('update ticket_status_counts set n = n where client_id = $1', [anna.id]);
    await transition.query('commit');
    await transition.end();
    const { status, body } = await handedOver;
    assert.deepEqual([status, body], [200, { moved: ids, refused: [] }]);
  });

  it('returns 400 for an account that cannot work, 409 for the same worker and 404 for an unknown one', async () => {
    assert.equal((await handOver(root, wanda, anna)).status, 400);
    assert.equal((await handOver(root, wanda, wanda)).status, 409);
    for (const id of [crypto.randomUUID(), anna.id, root.id])
      assert.equal((await handOver(root, { ...wanda, id }, olga)).status, 404, 'no worker');
  });
});

describe('/ext/users/{id}/absences', () => {
  const url = (who: TestUser) => `/ext/users/${who.id}/absences`;
  const put = (who: TestUser, of: TestUser, body: unknown) => fixtures.call(who, 'PUT', url(of), body as object);

  it('PUT replaces all absences, and GET lists them by their first day to the worker, admins and clients of its projects', async () => {
    const holiday = { from: '2026-08-03', to: '2026-08-14', note: ' Holiday ', color: 'red' };
    const later = [{ from: '2026-12-24', to: '2026-12-24', note: null }, holiday];
    assert.equal((await put(wanda, wanda, [{ from: '2026-01-01', to: '2026-01-02' }])).status, 200);
    const { status, body } = await put(wanda, wanda, later);
    const items = [
      { from: '2026-08-03', to: '2026-08-14', note: 'Holiday' },
      { from: '2026-12-24', to: '2026-12-24', note: '' },
    ];
    assert.deepEqual([status, body], [200, { items, total: 2, limit: 50, offset: 0 }]);
    for (const who of [wanda, root, anna]) assert.deepEqual((await fixtures.call(who, 'GET', url(wanda))).body.items, items);
    for (const who of [boris, olga]) assert.equal((await fixtures.call(who, 'GET', url(wanda))).status, 404);
    assert.deepEqual((await put(root, wanda, [])).body.items, []);
  });

  it('PUT returns 400 for what is not a list of absences, and keeps those that are there', async () => {
    const one = { from: '2026-08-03', to: '2026-08-14', note: '' };
    await put(wanda, wanda, [one]);
    const wrong = [
      {},
      [{ from: '2026-08-03' }],
      [{ ...one, to: '2026-08-02' }],
      [{ ...one, to: '2026-02-30' }],
      [{ ...one, note: 'x'.repeat(201) }],
      [{ ...one, note: 'a\0b' }],
      [null],
      Array.from({ length: 51 }, () => one),
    ];
    for (const body of wrong) assert.equal((await put(wanda, wanda, body)).status, 400, JSON.stringify(body).slice(0, 80));
    assert.deepEqual((await put(wanda, wanda, [{ ...one, to: '2026-08-02' }])).body, { error: 'from must not be after to' });
    assert.deepEqual((await fixtures.call(wanda, 'GET', url(wanda))).body.items, [one]);
  });

  it('GET /ext/projects/{id}/absences lists those of active members that are not over', async () => {
    const today = fixtures.now.toISOString().slice(0, 10);
    await put(wanda, wanda, [
      { from: '2020-01-01', to: '2020-01-02' },
      { from: today, to: '2099-12-31', note: 'Parental leave' },
    ]);
    await put(oleg, oleg, [{ from: today, to: today }]);
    const { body } = await fixtures.call(anna, 'GET', `/ext/projects/${tower}/absences`);
    assert.deepEqual(body.items, [
      { worker_id: wanda.id, worker_name: 'wanda', from: today, to: '2099-12-31', note: 'Parental leave' },
    ]);
    assert.equal((await fixtures.call(boris, 'GET', `/ext/projects/${tower}/absences`)).status, 404);
  });
});
