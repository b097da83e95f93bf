import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { minutes } from '../src/platform/lib/duration.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';

// What other systems call tickets and objects.

const fixtures = await Fixtures.create();
const { root, anna, boris, wanda, tower, yard } = fixtures;

const patch = (who: TestUser, url: string, body: object) => fixtures.call(who, 'PATCH', url, body);
const get = async (who: TestUser, url: string) => {
  const { status, body } = await fixtures.call(who, 'GET', url);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const idsOf = (page: { items: { id: number }[] }) => page.items.map(({ id }) => id);
const objectOf = async (who: TestUser, project: number, name: string): Promise<number> =>
  (await fixtures.call(who, 'POST', `/projects/${project}/objects`, { name, address: 'Hill 12, Berlin' })).body.id;
const ofBoris = async () => fixtures.createTicket({}, boris, await objectOf(boris, yard, 'Barn'));

describe('PATCH /ext/tickets/{id} with a reference', () => {
  it('is answered, filtered by and exported, is no correction and changes nothing else, on a closed ticket too', async () => {
    const id = await fixtures.createTicketWithStatus('closed');
    const before = await get(anna, `/ext/tickets/${id}`);
    assert.equal(before.reference, null);
    fixtures.advanceClock(minutes(1));
    const { status, body } = await patch(anna, `/ext/tickets/${id}`, { reference: ' WO-4711 ' });
    assert.deepEqual([status, body], [200, { ...before, reference: 'WO-4711' }]);
    assert.deepEqual(await get(root, `/ext/tickets/${id}`), body);
    assert.equal((await get(anna, `/ext/tickets/${id}/edits`)).total, 0);
    for (const who of [root, anna, wanda])
      assert.deepEqual(idsOf(await get(who, '/ext/tickets?reference=WO-4711')), [id], who.name);
    assert.deepEqual(idsOf(await get(boris, '/ext/tickets?reference=WO-4711')), []);
    const csv = (await fixtures.call(anna, 'GET', '/ext/tickets.csv?reference=WO-4711')).body as string;
    assert.match(csv.split('\r\n')[0] ?? '', /,reference$/);
    assert.match(csv.split('\r\n')[1] ?? '', /,WO-4711$/);
    assert.equal((await patch(root, `/ext/tickets/${id}`, { reference: '' })).body.reference, null);
  });

  it('returns 409 for a reference of another ticket of the client, and takes that of a ticket of another client', async () => {
    const [first, second, foreign] = [await fixtures.createTicket(), await fixtures.createTicket(), await ofBoris()];
    assert.equal((await patch(anna, `/ext/tickets/${first}`, { reference: 'A-1' })).status, 200);
    const { status, body, headers } = await patch(anna, `/ext/tickets/${second}`, { reference: 'A-1', floor: '9' });
    assert.deepEqual([status, body.error, headers['error-code']], [409, 'this reference is taken', 'reference_taken']);
    assert.equal((await get(anna, `/ext/tickets/${second}`)).floor, '', 'nothing of the request is done');
    assert.equal((await patch(boris, `/ext/tickets/${foreign}`, { reference: 'A-1' })).status, 200);
    assert.deepEqual(idsOf(await get(root, '/ext/tickets?reference=A-1&sort=id&order=asc')), [first, foreign]);
  });

  it('with corrections beside is 409 as a whole on a closed ticket', async () => {
    const id = await fixtures.createTicketWithStatus('closed');
    assert.equal((await patch(anna, `/ext/tickets/${id}`, { reference: 'C-1', floor: '1' })).status, 409);
    assert.equal((await get(anna, `/ext/tickets/${id}`)).reference, null);
  });

  it('lets one of several requests at once have a reference', async () => {
    const ids = await Promise.all([1, 2, 3].map(() => fixtures.createTicket()));
    const answers = await Promise.all(ids.map((id) => patch(anna, `/ext/tickets/${id}`, { reference: 'R-1' })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409]);
  });
});

describe('PATCH /ext/objects/{id}', () => {
  it('changes the object and its reference, by which GET /ext/objects finds it; the specified operations do not have it', async () => {
    const id = await objectOf(anna, tower, 'Attic');
    const { status, body } = await patch(anna, `/ext/objects/${id}`, { reference: 'SITE-1', name: 'Loft' });
    assert.deepEqual([status, body.name, body.reference], [200, 'Loft', 'SITE-1']);
    const listed = { ...body, open: 0, overdue: 0, last_closed_at: null };
    assert.deepEqual((await get(anna, '/ext/objects?reference=SITE-1')).items, [listed]);
    assert.deepEqual(idsOf(await get(boris, '/ext/objects?reference=SITE-1')), []);
    const { reference: _, ...specified } = body;
    assert.deepEqual((await patch(anna, `/objects/${id}`, { name: 'Loft' })).body, specified);
    assert.equal((await patch(anna, `/ext/objects/${id}`, { reference: '' })).body.reference, null);
  });

  it('returns 409 for a reference of another object of the client, and 404 for a foreign object', async () => {
    const [first, second] = [await objectOf(anna, tower, 'Shed 1'), await objectOf(anna, tower, 'Shed 2')];
    const foreign = await objectOf(boris, yard, 'Shed');
    assert.equal((await patch(anna, `/ext/objects/${first}`, { reference: 'SHED' })).status, 200);
    assert.equal((await patch(root, `/ext/objects/${second}`, { reference: 'SHED' })).status, 409);
    assert.equal((await patch(root, `/ext/objects/${foreign}`, { reference: 'SHED' })).status, 200);
    assert.equal((await patch(anna, `/ext/objects/${foreign}`, { reference: 'OTHER' })).status, 404);
  });
});

describe('POST /ext/import/objects with references', () => {
  const send = (who: TestUser, rows: string[], query = '') =>
    fixtures.call(who, 'POST', `/ext/import/objects${query}`, ['project,name,address,reference', ...rows].join('\n'), {
      'content-type': 'text/csv',
    });

  it('makes what is new, changes the object whose reference is there, and answers the id of each row', async () => {
    const first = await send(anna, ['Tower,House 1,"Hill 1, Berlin",H-1', 'Tower,House 2,"Hill 2, Berlin",']);
    assert.deepEqual([first.status, first.body.created, first.body.updated], [200, 2, 0]);
    const [house1] = first.body.rows.map(({ id }: { id: number }) => id);
    const dry = await send(anna, ['Tower,House 1a,"Hill 1, Berlin",H-1'], '?dry_run=true');
    assert.deepEqual(dry.body, { created: 0, updated: 0, rows: [{ row: 2, ok: true }] });
    const second = await send(anna, ['Tower,House 1a,"Hill 1a, Berlin",H-1', 'Tower,House 3,"Hill 3, Berlin",H-3']);
    assert.deepEqual([second.status, second.body.created, second.body.updated], [200, 1, 1]);
    const changed = (await get(anna, '/ext/objects?reference=H-1')).items[0];
    assert.deepEqual([changed.id, changed.name, changed.address], [house1, 'House 1a', 'Hill 1a, Berlin']);
    assert.equal(second.body.rows[0].id, house1);
    assert.deepEqual(idsOf(await get(anna, '/ext/objects?reference=H-3')), [second.body.rows[1].id]);
  });

  it('refuses a reference that is there twice or belongs to another project, and a name that is taken', async () => {
    const annex = (await fixtures.call(anna, 'POST', '/projects', { name: 'Annex' })).body.id;
    const elsewhere = await objectOf(anna, annex, 'Gate');
    await patch(anna, `/ext/objects/${elsewhere}`, { reference: 'GATE' });
    const { status, body } = await send(anna, [
      'Tower,Door 1,"Hill 1, Berlin",GATE',
      'Tower,Door 2,"Hill 1, Berlin",D-2',
      'Tower,Door 3,"Hill 1, Berlin",D-2',
      'Tower,Lobby,"Hill 1, Berlin",D-4',
    ]);
    assert.equal(status, 400);
    assert.deepEqual(
      body.rows.map(({ error = '' }) => error),
      [
        'this reference is taken',
        '',
        'reference is the same as in row 3',
        'an object with this name already exists in the project',
      ],
    );
    assert.deepEqual(idsOf(await get(anna, '/ext/objects?reference=D-2')), []);
  });
});

describe('GET /ext/tickets?updated_from=', () => {
  it('has the tickets that changed at this time or later', async () => {
    const [untouched, changed] = [await fixtures.createTicket(), await fixtures.createTicket()];
    fixtures.advanceClock(minutes(1));
    const from = fixtures.now.toISOString();
    assert.equal((await patch(anna, `/ext/tickets/${changed}`, { floor: '2' })).status, 200);
    const created = await fixtures.createTicket();
    const found = idsOf(await get(anna, `/ext/tickets?updated_from=${from}&sort=id&order=asc`));
    assert.deepEqual(found, [changed, created]);
    assert(!found.includes(untouched));
  });
});
