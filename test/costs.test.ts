import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { days } from '../src/platform/lib/duration.ts';
import { maxAmount } from '../src/platform/lib/money.ts';
import { maxCosts } from '../src/product/tickets/costs/schemas.ts';
import { deleteTickets } from '../src/product/tickets/retention.ts';
import { type ApiResponse, Fixtures, type TestUser } from '../testing/fixtures.ts';
import { waitForLockWait } from '../testing/wait.ts';

// What work costs, and quotes that clients answer. Statuses by caller and by status of the ticket are in test/matrix/tables.

const fixtures = await Fixtures.create();
const { root, anna, boris, wanda, oleg, tower } = fixtures;
const olga = await fixtures.createUser('olga', 'worker');
await fixtures.addMember(tower, olga, 'active');

const call = fixtures.call.bind(fixtures);
const labour = { kind: 'labour', text: 'Replace the ballast', quantity: '1.5', unit: 'h', unit_price: 4500 };
const add = (who: TestUser, id: number, changes: object = {}) =>
  call(who, 'POST', `/ext/tickets/${id}/costs`, { ...labour, ...changes });
const quote = (who: TestUser, id: number, body: object = {}) =>
  call(who, 'POST', `/ext/tickets/${id}/quotes`, { lines: [labour], ...body });
const answer = (who: TestUser, id: number, op: string, body?: object) => call(who, 'POST', `/ext/quotes/${id}/${op}`, body);
const limit = (approval_limit: number | null, currency = 'EUR', project = tower) =>
  call(project === tower ? anna : boris, 'PUT', `/ext/projects/${project}/costs`, { currency, approval_limit });
const details = async (id: number, who = root) => (await call(who, 'GET', `/ext/tickets/${id}`)).body;
const quotesOf = async (id: number) => (await call(anna, 'GET', `/ext/tickets/${id}/quotes`)).body.items;
const expect = (answered: ApiResponse, status: number) => {
  assert.equal(answered.status, status, JSON.stringify(answered.body));
  return answered.body;
};
const today = fixtures.now.toISOString().slice(0, 10);

describe('GET and PUT /ext/projects/{id}/costs', () => {
  it('answers EUR without a limit until somebody sets them, and requires both', async () => {
    const id = await fixtures.createProject(anna, 'Quay');
    const get = async () => (await call(anna, 'GET', `/ext/projects/${id}/costs`)).body;
    assert.deepEqual(await get(), { currency: 'EUR', approval_limit: null });
    const put = (body: object) => call(anna, 'PUT', `/ext/projects/${id}/costs`, body);
    const wrong = [{ currency: 'EUR' }, { approval_limit: null }, { currency: 'EURO', approval_limit: 1 }];
    for (const body of [...wrong, { currency: 'EUR', approval_limit: -1 }]) expect(await put(body), 400);
    assert.deepEqual(expect(await put({ currency: 'JPY', approval_limit: maxAmount }), 200), await get());
    assert.deepEqual(expect(await put({ currency: 'PLN', approval_limit: null }), 200), await get());
  });

  it('returns 409 for another currency once there are costs, quotes or costs of deleted tickets, whatever comes first', async () => {
    const { yard, gate } = fixtures;
    const id = await fixtures.createTicket({}, boris, gate);
    expect(await limit(null, 'CHF', yard), 200);
    // The first line waits for the change of the currency, and counts in the new one.
    let line: Promise<ApiResponse> | undefined;
    await fixtures.transaction(async (tx) => {
      await sql`update project_costs set currency = 'PLN' where project_id = ${yard}`.execute(tx);
      line = add(root, id);
      await waitForLockWait(fixtures.db);
    });
    assert(line);
    assert.equal(expect(await line, 201).currency, 'PLN');
    const { id: costId } = (await call(root, 'GET', `/ext/tickets/${id}/costs`)).body.items[0];
    expect(await limit(5, 'EUR', yard), 409);
    expect(await limit(5, 'PLN', yard), 200);
    expect(await call(root, 'DELETE', `/ext/costs/${costId}`), 200);
    expect(await limit(null, 'EUR', yard), 200);
    const { id: quoteId } = expect(await quote(root, id), 201);
    expect(await limit(null, 'PLN', yard), 409);
    expect(await answer(root, quoteId, 'withdraw'), 200);
    await fixtures.transaction(async (tx) => {
      await sql`delete from ticket_quotes where id = ${quoteId}`.execute(tx);
    });
    expect(await add(root, id), 201);
    await fixtures.db.transaction((tx) => deleteTickets(tx, [id]));
    expect(await limit(null, 'PLN', yard), 409);
  });
});

describe('the costs of a ticket', () => {
  it('are added by the assigned worker, with an exact amount, and seen by the owner, admins and the assigned worker', async () => {
    const id = await fixtures.createTicketWithStatus('in_progress');
    const line = expect(await add(wanda, id, { worker_id: olga.id, quantity: '1.005', unit_price: 100, unit: undefined }), 201);
    const { id: lineId, ...rest } = line;
    assert.deepEqual(rest, {
      ...{ ticket_id: id, kind: 'labour', text: labour.text, quantity: '1.005', unit: '', unit_price: 100, amount: 101 },
      ...{ currency: 'EUR', worker_id: olga.id, worker_name: 'olga', on: today },
      ...{ created_by: wanda.id, created_by_name: 'wanda', created_at: fixtures.now.toISOString() },
    });
    expect(await add(root, id, { kind: 'material', on: '2026-02-27' }), 201);
    for (const who of [wanda, anna, root]) {
      const { items, total } = expect(await call(who, 'GET', `/ext/tickets/${id}/costs?sort=on`), 200);
      assert.deepEqual([total, items.map(({ on }: { on: string }) => on)], [2, ['2026-02-27', today]]);
      const { cost, over_limit } = await details(id, who);
      assert.deepEqual([cost, over_limit], [{ currency: 'EUR', total: 6851, quoted: null, approved: null }, false]);
      const { body } = await call(who, 'GET', `/ext/tickets?ids=${id}`);
      assert.deepEqual(body.items[0].cost, cost);
    }
    assert.equal((await call(olga, 'GET', `/ext/costs/${lineId}/edits`)).status, 403);
  });

  it('of a ticket that nobody has taken are hidden from the workers who could take it', async () => {
    const id = await fixtures.createTicket();
    expect(await add(root, id), 201);
    expect(await quote(root, id), 201);
    for (const path of ['costs', 'quotes', 'costs/edits']) {
      const { status, headers } = await call(wanda, 'GET', `/ext/tickets/${id}/${path}`);
      assert.deepEqual([status, headers['error-code']], [403, 'costs_not_for_you'], path);
    }
    const { cost, over_limit } = await details(id, wanda);
    assert.deepEqual([cost, over_limit], [null, false]);
    const { body } = await call(wanda, 'GET', `/ext/tickets?ids=${id}`);
    assert.deepEqual(body.items[0].cost, null);
    assert.equal((await add(wanda, id)).status, 409);
  });

  it('refuse amounts that no integer of JavaScript can hold, for a line and for all of them, and workers of other projects', async () => {
    const id = await fixtures.createTicketWithStatus('done');
    for (const [quantity, unit_price] of [
      ['2', maxAmount],
      ['9007199254740992', 1],
      ['1.001', maxAmount],
    ] as const) {
      const refused = await add(wanda, id, { quantity, unit_price });
      assert.deepEqual([refused.status, refused.body.error], [400, 'the amount is too large']);
    }
    expect(await add(wanda, id, { quantity: '1', unit_price: maxAmount }), 201);
    assert.equal((await details(id)).cost.total, maxAmount);
    expect(await add(wanda, id, { quantity: '1', unit_price: 1 }), 400);
    for (const quantity of [1, '-1', '1e3', '1.0001', '1,5', '']) expect(await add(wanda, id, { quantity }), 400);
    for (const unit_price of [-1, 1.5, '5', maxAmount + 1]) expect(await add(wanda, id, { unit_price }), 400);
    for (const worker_id of [oleg.id, anna.id, root.id]) expect(await add(wanda, id, { worker_id }), 400);
    assert.equal((await call(anna, 'GET', `/ext/tickets/${id}/costs`)).body.total, 1);
  });

  it('keep each line as it was before it was changed or removed, with who and when', async () => {
    const id = await fixtures.createTicketWithStatus('in_progress');
    const line = expect(await add(wanda, id, { worker_id: wanda.id }), 201);
    const edit = (who: TestUser, changes: object) => call(who, 'PATCH', `/ext/costs/${line.id}`, changes);
    assert.deepEqual(expect(await edit(wanda, { quantity: '1.5', text: labour.text }), 200), line, 'nothing changes');
    const changed = expect(await edit(root, { quantity: '2', worker_id: null }), 200);
    assert.deepEqual([changed.amount, changed.worker_id, changed.worker_name], [9000, null, '']);
    expect(await edit(wanda, {}), 400);
    const read = () => call(anna, 'GET', `/ext/costs/${line.id}`);
    assert.deepEqual(expect(await read(), 200), changed);
    expect(await call(wanda, 'DELETE', `/ext/costs/${line.id}`), 200);
    expect(await read(), 404);
    expect(await call(wanda, 'DELETE', `/ext/costs/${line.id}`), 404);
    const { items, total } = expect(await call(anna, 'GET', `/ext/costs/${line.id}/edits`), 200);
    const before = (of: Record<string, unknown>) =>
      Object.fromEntries(
        ['kind', 'text', 'quantity', 'unit', 'unit_price', 'amount', 'worker_id', 'worker_name', 'on'].map((name) => [
          name,
          of[name],
        ]),
      );
    const shared = { ticket_id: id, cost_id: line.id, created_at: fixtures.now.toISOString() };
    assert.deepEqual(
      items.map(({ id: _, ...item }: { id: number }) => item),
      [
        { ...shared, change: 'changed', before: before(line), actor_id: root.id, actor_name: 'root' },
        { ...shared, change: 'removed', before: before(changed), actor_id: wanda.id, actor_name: 'wanda' },
      ],
    );
    assert.deepEqual((await call(anna, 'GET', `/ext/tickets/${id}/costs/edits`)).body.items, items);
    assert.deepEqual([total, (await details(id)).cost], [2, null]);
  });

  it('are changed and removed with If-Match as long as the line is what was read', async () => {
    const id = await fixtures.createTicketWithStatus('in_progress');
    const path = `/ext/costs/${expect(await add(wanda, id), 201).id}`;
    const read = await call(wanda, 'GET', path);
    const ifMatch = { 'if-match': String(read.headers.etag) };
    expect(await call(wanda, 'PATCH', path, { quantity: '2' }, ifMatch), 200);
    expect(await call(wanda, 'PATCH', path, { quantity: '3' }, ifMatch), 412);
    expect(await call(wanda, 'DELETE', path, undefined, ifMatch), 412);
    assert.equal(expect(await call(wanda, 'GET', path), 200).quantity, '2');
  });

  it('name their currency without a line, and each line of an account once with its last price, the newest first', async () => {
    const writer = await fixtures.createUser('writer', 'worker');
    await fixtures.addMember(tower, writer, 'active');
    const id = await fixtures.createTicket();
    for (const op of ['take', 'start']) expect(await call(writer, 'PATCH', `/tickets/${id}/${op}`), 200);
    const { items, currency } = (await call(writer, 'GET', `/ext/tickets/${id}/costs`)).body;
    assert.deepEqual([items, currency], [[], 'EUR']);
    const lines = [
      { unit_price: 4000 },
      { kind: 'material', text: 'Pump', unit: '', unit_price: 32_000 },
      { unit_price: 4500, quantity: '2' },
      { unit: 'd', unit_price: 40_000 },
    ];
    for (const line of lines) expect(await add(writer, id, line), 201);
    expect(await add(root, id, { unit_price: 9999 }), 201);
    const { items: last, total } = (await call(writer, 'GET', '/ext/costs/last?limit=3')).body;
    assert.deepEqual(
      [last.map(({ text, unit, unit_price }: typeof labour) => [text, unit, unit_price]), total],
      [
        [
          [labour.text, 'd', 40_000],
          [labour.text, 'h', 4500],
          ['Pump', '', 32_000],
        ],
        3,
      ],
    );
  });

  it('are frozen when the ticket is closed, and a ticket has a limit of lines, which requests at once do not exceed', async () => {
    const id = await fixtures.createTicketWithStatus('done');
    const { id: lineId } = expect(await add(wanda, id), 201);
    await fixtures.transaction(async (tx) => {
      await sql`
        insert into ticket_costs (ticket_id, kind, text, quantity, unit, unit_price, amount, worker_name, on_day, created_by_name, created_at)
        select ${id}, 'other', 'x', 1, '', 1, 1, '', '2026-03-01', '', ${fixtures.now}
        from generate_series(1, ${maxCosts - 3}::integer)`.execute(tx);
    });
    const statuses = (await Promise.all([1, 2, 3, 4].map(() => add(wanda, id)))).map(({ status }) => status);
    assert.deepEqual(statuses.sort(), [201, 201, 409, 409]);
    expect(await call(anna, 'PATCH', `/tickets/${id}/confirm`), 200);
    for (const who of [wanda, root]) {
      const answers = [await add(who, id), await call(who, 'PATCH', `/ext/costs/${lineId}`, { text: 'y' })];
      for (const one of [...answers, await call(who, 'DELETE', `/ext/costs/${lineId}`)])
        assert.deepEqual([one.status, one.headers['error-code']], [409, 'transition_not_allowed']);
    }
  });
});

describe('the limit of a project', () => {
  it('marks tickets whose costs are above it without an approved quote of at least that sum, and refuses nothing', async () => {
    const id = await fixtures.createTicketWithStatus('in_progress');
    const isOver = async () => (await details(id, anna)).over_limit;
    expect(await limit(10_000), 200);
    expect(await add(wanda, id, { quantity: '1', unit_price: 10_000 }), 201);
    assert.equal(await isOver(), false);
    expect(await add(wanda, id, { quantity: '1', unit_price: 1 }), 201);
    assert.equal(await isOver(), true);
    const approve = async (unit_price: number) => {
      const { id: quoteId } = expect(await quote(wanda, id, { lines: [{ ...labour, quantity: '1', unit_price }] }), 201);
      expect(await answer(anna, quoteId, 'approve'), 200);
    };
    await approve(10_000);
    assert.equal(await isOver(), true);
    await approve(10_001);
    assert.equal(await isOver(), false);
    await approve(1);
    const { cost } = await details(id, anna);
    assert.deepEqual([await isOver(), cost.quoted, cost.approved], [false, 1, 1]);
    expect(await limit(null), 200);
    expect(await add(wanda, id, { quantity: '1', unit_price: maxAmount - 20_000 }), 201);
    assert.equal(await isOver(), false);
    expect(await limit(10_000), 200);
    assert.equal(await isOver(), true);
    expect(await call(wanda, 'PATCH', `/tickets/${id}/done`), 200);
    expect(await call(anna, 'PATCH', `/tickets/${id}/confirm`), 200);
    expect(await limit(null), 200);
  });
});

describe('a quote', () => {
  it('is sent with priced lines, answered once by the owner, and shown in the ticket', async () => {
    const id = await fixtures.createTicketWithStatus('assigned');
    const lines = [labour, { kind: 'material', text: 'A lamp', quantity: '2', unit_price: 1999 }];
    const sent = expect(await quote(wanda, id, { lines, note: 'In stock', valid_until: '2026-03-31' }), 201);
    const { id: quoteId, ...rest } = sent;
    assert.deepEqual(rest, {
      ...{ ticket_id: id, status: 'open', currency: 'EUR', total: 10_748, note: 'In stock', valid_until: '2026-03-31' },
      lines: [
        { ...labour, amount: 6750 },
        { kind: 'material', text: 'A lamp', quantity: '2', unit: '', unit_price: 1999, amount: 3998 },
      ],
      ...{ sent_by: wanda.id, sent_by_name: 'wanda', sent_at: fixtures.now.toISOString() },
      ...{ answered_by: '', answered_by_name: '', ended_at: null, reason: '' },
    });
    assert.deepEqual((await details(id, wanda)).cost, { currency: 'EUR', total: 0, quoted: 10_748, approved: null });
    expect(await quote(root, id), 409);
    for (const [who, status] of [
      [wanda, 403],
      [root, 403],
      [boris, 403],
    ] as const)
      expect(await answer(who, quoteId, 'approve'), status);
    expect(await answer(anna, quoteId, 'decline', {}), 400);
    const both = await Promise.all([answer(anna, quoteId, 'approve'), answer(anna, quoteId, 'decline', { reason: 'No' })]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
    expect(await answer(wanda, quoteId, 'withdraw'), 409);
    assert.equal((await quotesOf(id))[0].answered_by, anna.id);
  });

  it('is answered by a deputy who may write, in its own name, and by no admin who acts for the owner', async () => {
    const deputy = await fixtures.createUser('dora', 'client');
    const { body: grant } = await call(anna, 'POST', '/ext/grants', { email: deputy.email, scope: 'read' });
    expect(await call(deputy, 'POST', '/ext/grants/accept', { token: grant.link.split('#token=')[1] }), 200);
    const id = await fixtures.createTicketWithStatus('assigned');
    const { id: quoteId } = expect(await quote(root, id), 201);
    const actFor = { 'act-for': anna.id };
    const approve = (who: TestUser) => call(who, 'POST', `/ext/quotes/${quoteId}/approve`, {}, actFor);
    const refused = await approve(root);
    assert.deepEqual([refused.status, refused.headers['error-code']], [403, 'not_for_acting']);
    expect(await approve(deputy), 403);
    expect(await call(anna, 'PATCH', `/ext/grants/${grant.id}`, { scope: 'write' }), 200);
    const { answered_by, answered_by_name } = expect(await approve(deputy), 200);
    assert.deepEqual([answered_by, answered_by_name], [deputy.id, 'dora']);
    assert.equal((await call(deputy, 'GET', `/ext/tickets/${id}/costs`, undefined, actFor)).status, 200);
  });

  it('expires after valid_until without a job, and makes room for another one', async () => {
    const id = await fixtures.createTicketWithStatus('assigned');
    for (const valid_until of ['2026-02-28', '2026-03-01T08:00:00Z', 'soon'])
      expect(await quote(wanda, id, { valid_until }), 400);
    const moment = new Date(fixtures.now.getTime() + days(2)).toISOString();
    const first = expect(await quote(wanda, id, { valid_until: moment }), 201);
    fixtures.advanceClock(days(2));
    const [expired] = await quotesOf(id);
    assert.deepEqual([expired.status, expired.ended_at, expired.valid_until], ['expired', moment, moment]);
    for (const op of ['approve', 'decline']) expect(await answer(anna, first.id, op, { reason: 'Late' }), 409);
    const second = expect(await quote(wanda, id, { valid_until: fixtures.now.toISOString().slice(0, 10) }), 201);
    assert.equal(second.status, 'open');
    assert.deepEqual(
      (await quotesOf(id)).map(({ status }: { status: string }) => status),
      ['expired', 'open'],
    );
    expect(await answer(anna, second.id, 'decline', { reason: 'Too expensive' }), 200);
    const { cost } = await details(id);
    assert.deepEqual([cost.quoted, cost.approved], [6750, null]);
  });

  it('that is open expires when the ticket is closed, and a withdrawn one does not count as quoted', async () => {
    const id = await fixtures.createTicketWithStatus('done');
    const { id: quoteId } = expect(await quote(wanda, id), 201);
    expect(await answer(wanda, quoteId, 'withdraw'), 200);
    assert.deepEqual((await details(id)).cost, { currency: 'EUR', total: 0, quoted: null, approved: null });
    expect(await quote(wanda, id), 201);
    expect(await call(anna, 'PATCH', `/tickets/${id}/confirm`), 200);
    const [, closed] = await quotesOf(id);
    assert.deepEqual([closed.status, closed.ended_at], ['expired', fixtures.now.toISOString()]);
    expect(await quote(root, id), 409);
  });

  it('is withdrawn by the worker who has sent it, also after the ticket went to another one', async () => {
    const id = await fixtures.createTicketWithStatus('assigned');
    const { id: quoteId } = expect(await quote(wanda, id), 201);
    expect(await call(anna, 'POST', `/ext/tickets/${id}/reassign`, { worker_id: olga.id }), 200);
    expect(await answer(oleg, quoteId, 'withdraw'), 403);
    expect(await answer(wanda, quoteId, 'withdraw'), 200);
  });

  it('is found by open_quote=true until it expires, by those who see it', async () => {
    const id = await fixtures.createTicketWithStatus('in_progress');
    const found = async (who: TestUser): Promise<boolean> =>
      (await call(who, 'GET', '/ext/tickets?open_quote=true&limit=100')).body.items.some((one: { id: number }) => one.id === id);
    assert.equal(await found(anna), false);
    const tomorrow = new Date(fixtures.now.getTime() + days(1)).toISOString();
    expect(await quote(wanda, id, { valid_until: tomorrow }), 201);
    assert.deepEqual([await found(anna), await found(wanda), await found(root), await found(boris)], [true, true, true, false]);
    fixtures.advanceClock(days(1));
    assert.equal(await found(anna), false);
  });

  it('ends a hold that waits for it when it is answered, and no other hold', async () => {
    for (const [reason, isHeld] of [
      ['quote', false],
      ['part', true],
    ] as const) {
      const id = await fixtures.createTicketWithStatus('assigned');
      const { id: quoteId } = expect(await quote(wanda, id), 201);
      expect(await call(wanda, 'PUT', `/ext/tickets/${id}/hold`, { reason }), 200);
      expect(await answer(anna, quoteId, 'approve'), 200);
      assert.equal((await details(id)).hold !== null, isHeld, reason);
      await fixtures.deliver('notifications');
    }
  });

  it('notifies the client when it is sent, and the worker and admins when it is answered', async () => {
    const id = await fixtures.createTicketWithStatus('assigned');
    await fixtures.deliver('notifications');
    const told = async (who: TestUser, event: string) => {
      await fixtures.deliver('notifications');
      const { body } = await call(who, 'GET', '/ext/notifications?limit=100');
      return body.items.filter((one: { event: string; ticket_id: number }) => one.event === event && one.ticket_id === id);
    };
    const { id: quoteId } = expect(await quote(wanda, id), 201);
    const [toClient] = await told(anna, 'quote_sent');
    assert.deepEqual([toClient.params.actor_name, toClient.params.amount, toClient.params.currency], ['wanda', 6750, 'EUR']);
    expect(await answer(anna, quoteId, 'decline', { reason: 'Too expensive' }), 200);
    for (const who of [wanda, root]) {
      const [{ params }] = await told(who, 'quote_answered');
      assert.deepEqual([params.actor_name, params.answer, params.reason], ['anna', 'declined', 'Too expensive']);
    }
    assert.deepEqual([(await told(anna, 'quote_answered')).length, (await told(boris, 'quote_sent')).length], [0, 0]);
  });
});
