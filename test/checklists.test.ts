import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { maxChecklists } from '../src/product/tickets/checklists/schemas.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';
import { multipartForm, photo } from '../testing/photo-files.ts';
import { waitForLockWait } from '../testing/wait.ts';

// Lists of what is to be looked at: templates, and their copies in tickets.

const fixtures = await Fixtures.create();
const { root, anna, boris, wanda, oleg } = fixtures;
const call = fixtures.call.bind(fixtures);

const items = [
  { label: 'Emergency light works', kind: 'check', required: true },
  { label: 'Pressure', kind: 'number', required: true, unit: 'bar', min: 1, max: 2.5 },
  { label: 'State of the door', kind: 'choice', required: false, choices: ['good', 'worn'] },
  { label: 'Picture of the boiler', kind: 'photo', required: true },
  { label: 'What else', kind: 'text', required: false },
];
const create = async (who: TestUser, body: object = { name: 'Monthly round', items }) => {
  const { status, body: created } = await call(who, 'POST', '/ext/checklists', body);
  assert.equal(status, 201, JSON.stringify(created));
  return created;
};
async function addPhoto(ticket: number, who: TestUser): Promise<number> {
  const { body, headers } = multipartForm([{ name: 'boiler.jpg', bytes: photo() }]);
  const answered = await call(who, 'POST', `/tickets/${ticket}/photos`, body, headers);
  assert.equal(answered.status, 201, JSON.stringify(answered.body));
  return answered.body.id;
}
const put = (who: TestUser, ticket: number, checklist_id: number | null) =>
  call(who, 'PUT', `/ext/tickets/${ticket}/checklist`, { checklist_id });
const read = async (ticket: number, who: TestUser = anna) => (await call(who, 'GET', `/ext/tickets/${ticket}/checklist`)).body;
const answer = (who: TestUser, ticket: number, answers: object) =>
  call(who, 'PATCH', `/ext/tickets/${ticket}/checklist`, { answers });
const itemOf = async (ticket: number, label: string) =>
  (await read(ticket)).items.find((one: { label: string }) => one.label === label);

/** A ticket in progress with a copy of a checklist, and the ids of its items. */
async function filledTicket(checklist: { id: number; items: { id: string }[] }): Promise<{ id: number; ids: string[] }> {
  const id = await fixtures.createTicketWithStatus('in_progress');
  assert.equal((await put(anna, id, checklist.id)).status, 200);
  return { id, ids: checklist.items.map((item) => item.id) };
}

describe('/ext/checklists', () => {
  it('the worker of a ticket finds the checklists of its client and of the admins, and nobody elses', async () => {
    const ticket = await fixtures.createTicketWithStatus('assigned');
    const [own, shared] = [await create(anna, { name: 'Usable 1', items }), await create(root, { name: 'Usable 2', items })];
    const other = await create(boris, { name: 'Usable 3', items });
    const { status, body } = await call(wanda, 'GET', `/ext/tickets/${ticket}/checklists`);
    assert.equal(status, 200);
    const usable = body.items.filter(({ name }: { name: string }) => name.startsWith('Usable'));
    assert.deepEqual(usable, [
      { id: own.id, name: 'Usable 1', items: items.length },
      { id: shared.id, name: 'Usable 2', items: items.length },
    ]);
    for (const { id } of [own, shared, other]) await call(root, 'DELETE', `/ext/checklists/${id}`);
  });

  it('a client has its own checklists, an admin sees all and makes some for a client or for all', async () => {
    const own = await create(anna);
    assert.deepEqual(
      own.items.map(({ id: _, ...item }: { id: string }) => item),
      items,
    );
    const shared = await create(root, { name: 'For all', items });
    const forBoris = await create(root, { name: 'For Boris', items, client_id: boris.id });
    assert.deepEqual([own.client_id, shared.client_id, forBoris.client_id], [anna.id, null, boris.id]);
    const names = async (who: TestUser) =>
      (await call(who, 'GET', '/ext/checklists')).body.items.map(({ name }: { name: string }) => name);
    assert.deepEqual([await names(anna), await names(boris)], [['Monthly round'], ['For Boris']]);
    assert.deepEqual(await names(root), ['For all', 'For Boris', 'Monthly round']);
    for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
      const body = method === 'PATCH' ? { name: 'Mine' } : undefined;
      assert.equal((await call(boris, method, `/ext/checklists/${own.id}`, body)).status, 404);
    }
  });

  it('items that are sent with their ids stay the same ones, unknown ids and wrong shapes are 400', async () => {
    const { id, items: before } = await create(anna);
    const change = (list: object[]) => call(anna, 'PATCH', `/ext/checklists/${id}`, { items: list });
    const kept = { ...before[1], label: 'Pressure at the top' };
    const { status, body } = await change([{ label: 'New first', kind: 'text' }, kept]);
    assert.equal(status, 200);
    assert.deepEqual(body.items[1], kept);
    assert.deepEqual([body.items.length, body.items[0].required], [2, false]);
    const wrong = [
      { id: crypto.randomUUID(), label: 'Unknown', kind: 'text' },
      { label: 'No choices', kind: 'choice' },
      { label: 'Choices of a text', kind: 'text', choices: ['a'] },
      { label: 'Unit of a check', kind: 'check', unit: 'bar' },
      { label: 'Turned', kind: 'number', min: 2, max: 1 },
      { label: 'Twice', kind: 'choice', choices: ['a', 'a'] },
      { label: ' ', kind: 'text' },
      { label: 'Kind', kind: 'signature' },
    ];
    for (const item of wrong) assert.equal((await change([item])).status, 400, item.label);
    assert.equal((await change([kept, kept])).status, 400, 'the same id twice');
    assert.deepEqual([(await change([])).status, (await change(Array(101).fill(wrong[4]))).status], [400, 400]);
  });

  it('a client has at most 200, also when several are made at once', async () => {
    const rosa = await fixtures.createUser('rosa', 'client');
    await fixtures.transaction((tx) =>
      sql`insert into checklists (client_id, name, items, created_at)
        select ${rosa.id}, 'List', '[]', now() from generate_series(1, ${maxChecklists - 1})`.execute(tx),
    );
    const body = { name: 'Last', items };
    const answers = await Promise.all([1, 2, 3].map(() => call(rosa, 'POST', '/ext/checklists', body)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409]);
  });
});

describe('/ext/tickets/{id}/checklist', () => {
  it('is copied by the owner, the assigned worker and admins until the ticket is closed; the same one keeps its answers', async () => {
    const own = await create(anna);
    const { id, ids } = await filledTicket(own);
    assert.equal((await answer(wanda, id, { [ids[0] ?? '']: true })).status, 200);
    for (const who of [wanda, root, anna]) {
      const { status, body } = await put(who, id, own.id);
      assert.deepEqual([status, body.items[0].value, body.name, body.checklist_id], [200, true, 'Monthly round', own.id]);
    }
    const other = await create(anna, { name: 'Another', items: [{ label: 'One', kind: 'check' }] });
    assert.equal((await put(anna, id, other.id)).body.items.length, 1);
    assert.deepEqual((await put(anna, id, null)).body, { checklist_id: null, name: '', items: [], open_required: 0, failed: 0 });
    assert.equal((await call(anna, 'GET', `/ext/tickets/${id}/checklist`)).status, 404);
    assert.equal((await call(anna, 'GET', `/ext/tickets/${id}`)).body.checklist, null);
    const closed = await fixtures.createTicketWithStatus('closed');
    assert.equal((await put(anna, closed, own.id)).status, 409);
    assert.deepEqual([(await put(boris, id, own.id)).status, (await put(oleg, id, own.id)).status], [403, 403]);
  });

  it('takes a checklist of the client of the ticket or of the admins only', async () => {
    const id = await fixtures.createTicketWithStatus('assigned');
    const ofBoris = await create(boris);
    const shared = await create(root, { name: 'For all', items });
    assert.deepEqual([(await put(anna, id, ofBoris.id)).status, (await put(wanda, id, ofBoris.id)).status], [404, 404]);
    assert.deepEqual([(await put(root, id, ofBoris.id)).status, (await put(root, id, 999_999)).status], [400, 404]);
    assert.equal((await put(wanda, id, shared.id)).status, 200);
  });

  it('is answered by the assigned worker while in progress: a no and a number out of its limits have failed', async () => {
    const { id, ids } = await filledTicket(await create(anna));
    const [check = '', number = '', choice = '', photo = '', text = ''] = ids;
    const photoId = await addPhoto(id, wanda);
    const { status, body } = await answer(wanda, id, {
      [check]: false,
      [number]: 2.6,
      [choice]: 'worn',
      [photo.toUpperCase()]: photoId,
      [text]: ' Łódź ',
    });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(
      body.items.map(({ value, state, answered_by_name }: Record<string, unknown>) => [value, state, answered_by_name]),
      [
        [false, 'failed', wanda.name],
        [2.6, 'failed', wanda.name],
        ['worn', 'ok', wanda.name],
        [photoId, 'ok', wanda.name],
        ['Łódź', 'ok', wanda.name],
      ],
    );
    assert.deepEqual([body.open_required, body.failed], [0, 2]);
    assert.deepEqual((await call(anna, 'GET', `/ext/tickets/${id}`)).body.checklist, { open_required: 0, failed: 2, items: 5 });
    const listed = (await call(anna, 'GET', `/ext/tickets?ids=${id}`)).body.items[0];
    assert.deepEqual(listed.checklist, { open_required: 0, failed: 2, items: 5 });
    assert.equal((await answer(wanda, id, { [check]: null, [number]: 2.5 })).body.open_required, 1);
    assert.deepEqual(
      [(await itemOf(id, 'Pressure')).state, (await itemOf(id, 'Emergency light works')).answered_at],
      ['ok', null],
    );
    for (const who of [anna, root]) assert.equal((await answer(who, id, { [check]: true })).status, 403);
    assert.deepEqual(
      [(await answer(boris, id, { [check]: true })).status, (await answer(oleg, id, { [check]: true })).status],
      [403, 403],
    );
  });

  it('refuses what does not fit an item, as a whole', async () => {
    const { id, ids } = await filledTicket(await create(anna));
    const [check = '', number = '', choice = '', photo = '', text = ''] = ids;
    const foreign = await addPhoto(await fixtures.createTicketWithStatus('in_progress'), wanda);
    const wrong = [
      { [check]: 'true' },
      { [number]: '2' },
      { [number]: 1e13 },
      { [choice]: 'bad' },
      { [photo]: foreign },
      { [photo]: true },
      { [text]: '  ' },
      { [text]: 'a\u0000b' },
      { [text]: 'x'.repeat(2_001) },
      { [crypto.randomUUID()]: true },
      { x: true },
      { [check]: { nested: true } },
    ];
    for (const answers of wrong) {
      const { status } = await answer(wanda, id, { [number]: 2, ...answers });
      assert.equal(status, 400, JSON.stringify(answers));
    }
    assert.equal((await answer(wanda, id, {})).status, 400);
    assert.equal((await read(id)).open_required, 3, 'nothing was stored');
  });

  it('stays as it is when the ticket is done, the checklist deleted or the photo of an answer removed', async () => {
    const own = await create(anna);
    const { id, ids } = await filledTicket(own);
    const photoId = await addPhoto(id, wanda);
    await answer(wanda, id, { [ids[0] ?? '']: true, [ids[3] ?? '']: photoId });
    assert.equal((await call(wanda, 'DELETE', `/tickets/${id}/photos/${photoId}`)).status, 200);
    const { value, state, answered_at, answered_by_name } = await itemOf(id, 'Picture of the boiler');
    assert.deepEqual([value, state, answered_at, answered_by_name], [null, 'open', null, '']);
    await addPhoto(id, wanda);
    assert.equal((await call(wanda, 'PATCH', `/tickets/${id}/done`)).status, 200);
    assert.equal((await answer(wanda, id, { [ids[0] ?? '']: false })).status, 409);
    assert.equal((await call(anna, 'DELETE', `/ext/checklists/${own.id}`)).status, 200);
    const kept = await read(id);
    assert.deepEqual([kept.checklist_id, kept.items[0].value, kept.items.length], [null, true, 5]);
  });

  it('shows the answers of the newest earlier ticket of the building', async () => {
    const own = await create(anna);
    const first = await filledTicket(own);
    const second = await filledTicket(own);
    const third = await filledTicket(own);
    await answer(wanda, first.id, { [first.ids[1] ?? '']: 1.5, [first.ids[4] ?? '']: 'rust' });
    await answer(wanda, second.id, { [second.ids[1] ?? '']: 1.8 });
    const at = fixtures.now.toISOString();
    assert.deepEqual((await itemOf(third.id, 'Pressure')).previous, { value: 1.8, answered_at: at });
    assert.deepEqual((await itemOf(third.id, 'What else')).previous, { value: 'rust', answered_at: at });
    assert.equal((await itemOf(first.id, 'Pressure')).previous, null);
    assert.equal((await itemOf(third.id, 'State of the door')).previous, null);
  });

  it('comes with each ticket of a rule whose pattern names it', async () => {
    const own = await create(anna);
    const pattern = { rrule: 'FREQ=DAILY', starts_on: '2027-01-01', time: '08:00', timezone: 'UTC' };
    const rule = {
      object_id: fixtures.lobby,
      category: 'elevator',
      description: 'Monthly round',
      anchor_at: '2026-03-02T00:00:00Z',
      period_days: 7,
    };
    const post = (checklist_id: number) =>
      call(anna, 'POST', '/ext/recurring', { ...rule, pattern: { ...pattern, checklist_id } });
    assert.equal((await post((await create(boris)).id)).status, 404);
    const { status, body } = await post(own.id);
    assert.deepEqual([status, body.pattern?.checklist_id], [201, own.id], JSON.stringify(body));
    const { body: run } = await call(anna, 'POST', `/recurring/${body.id}/run`);
    assert.equal((await read(run.ticket_id ?? run.id)).items.length, 5, JSON.stringify(run));
    assert.equal((await call(anna, 'DELETE', `/ext/checklists/${own.id}`)).status, 200);
    assert.equal((await call(anna, 'GET', `/ext/recurring/${body.id}/pattern`)).body.checklist_id, null);
  });

  it('is left out by a run of a rule that meets the deletion of the checklist', async () => {
    const { id } = await create(anna);
    const object_id = await fixtures.createObject(anna, fixtures.tower, 'Boiler room');
    const pattern = { rrule: 'FREQ=DAILY', starts_on: '2027-01-01', time: '08:00', timezone: 'UTC', checklist_id: id };
    const rule = {
      object_id,
      category: 'elevator',
      description: 'Monthly round',
      anchor_at: '2026-03-02T00:00:00Z',
      period_days: 7,
    };
    const { body: made } = await call(anna, 'POST', '/ext/recurring', { ...rule, pattern });
    let run: ReturnType<typeof call> | undefined;
    await fixtures.transaction(async (tx) => {
      await tx.deleteFrom('checklists').where('id', '=', id).execute();
      run = call(anna, 'POST', `/recurring/${made.id}/run`);
      await waitForLockWait(fixtures.db);
    });
    const ran = await run;
    assert.equal(ran?.status, 201, JSON.stringify(ran?.body));
    const { checklist } = (await call(anna, 'GET', `/ext/tickets/${ran.body.ticket_id}`)).body;
    assert.equal(checklist, null);
  });
});
