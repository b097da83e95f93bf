import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { maxViews } from '../src/product/tickets/views/schemas.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';

const fixtures = await Fixtures.create();
const { root, anna, boris, wanda } = fixtures;
const create = (who: TestUser, body: object) => fixtures.call(who, 'POST', '/ext/views', body);
const list = async (who: TestUser) => (await fixtures.call(who, 'GET', '/ext/views')).body;
const namesOf = async (who: TestUser): Promise<string[]> => (await list(who)).items.map(({ name }: { name: string }) => name);

describe('/ext/views', () => {
  it('a view is read by its owner alone, a shared one by everybody, in the order of their names', async () => {
    const own = await create(anna, { name: ' Urgent ', query: { priority: 'high,normal', sort: 'priority', order: 'asc' } });
    assert.equal(own.status, 201);
    const view = { name: 'Urgent', query: { priority: 'high,normal', sort: 'priority', order: 'asc' }, shared: false };
    assert.deepEqual(own.body, { id: own.body.id, ...view });
    const shared = await create(root, { name: 'Everything new', query: { status: 'new' }, shared: true });
    assert.deepEqual(await list(anna), { items: [shared.body, own.body], total: 2, limit: 20, offset: 0 });
    for (const who of [root, boris, wanda]) assert.deepEqual((await list(who)).items, [shared.body]);
  });

  it('a name is free for each owner, and taken for the second view of one, also among shared views', async () => {
    for (const who of [boris, wanda]) assert.equal((await create(who, { name: 'Twice', query: {} })).status, 201);
    const again = await create(boris, { name: 'Twice', query: { status: 'new' } });
    assert.deepEqual([again.status, again.body.error], [409, 'a view with this name already exists']);
    const rosa = await fixtures.createUser('rosa', 'admin');
    assert.equal((await create(root, { name: 'Twice', query: {}, shared: true })).status, 201);
    assert.equal((await create(rosa, { name: 'Twice', query: {}, shared: true })).status, 409);
  });

  it('what the ticket list would refuse is refused', async () => {
    const refused = [
      { colour: 'red' },
      { limit: '10' },
      { offset: '0' },
      { status: 'nonsense' },
      { status: ['new'] },
      { project_id: 7 },
      { project_id: 'x' },
      { sort: 'name' },
      { order: 'up' },
      { overdue: 'perhaps' },
      { worker_id: 'x' },
    ];
    for (const query of refused) assert.equal((await create(anna, { name: 'Bad', query })).status, 400, JSON.stringify(query));
    const ids = Array.from({ length: 100 }, () => crypto.randomUUID()).join(',');
    const { body } = await create(anna, { name: 'Bad', query: { worker_id: ids, client_id: ids } });
    assert.match(body.error, /query must have at most 4000 characters/);
  });

  it('what is saved is accepted by the ticket list', async () => {
    const queries = [
      {},
      { ids: '1,2', status: 'new,done', category: 'electric', priority: 'high', sort: 'due' },
      { project_id: String(fixtures.tower), object_id: '1', worker_id: wanda.id, client_id: anna.id },
      { overdue: 'true', handed_back: 'true', sort: 'id', order: 'asc' },
    ];
    for (const [n, query] of queries.entries()) {
      const { status, body } = await create(anna, { name: `Saved ${n}`, query });
      assert.equal(status, 201, JSON.stringify(body));
      const used = await fixtures.call(anna, 'GET', `/ext/tickets?${new URLSearchParams(body.query)}`);
      assert.equal(used.status, 200, JSON.stringify(used.body));
    }
  });

  it('an admin takes back what is shared and shares its own; others neither change nor delete shared views', async () => {
    const { body: view } = await create(root, { name: 'Mine', query: {} });
    const patch = (who: TestUser, body: object) => fixtures.call(who, 'PATCH', `/ext/views/${view.id}`, body);
    assert.equal((await patch(anna, { name: 'Hers' })).status, 404);
    assert.deepEqual((await patch(root, { shared: true })).body, { ...view, shared: true });
    assert.equal((await patch(anna, { name: 'Hers' })).status, 403);
    assert.equal((await fixtures.call(anna, 'DELETE', `/ext/views/${view.id}`)).status, 403);
    assert.deepEqual((await patch(root, { query: { status: 'done' } })).body, {
      ...view,
      query: { status: 'done' },
      shared: true,
    });
    assert.equal((await patch(root, {})).status, 400);
    assert((await namesOf(wanda)).includes('Mine'));
    assert.equal((await patch(root, { shared: false })).status, 200);
    assert(!(await namesOf(wanda)).includes('Mine'));
    assert.equal((await fixtures.call(root, 'DELETE', `/ext/views/${view.id}`)).status, 200);
    assert.equal((await fixtures.call(root, 'DELETE', `/ext/views/${view.id}`)).status, 404);
  });

  it('views go with their account, and those that it shared stay', async () => {
    const rosa = await fixtures.createUser('rosa-2', 'admin');
    await create(rosa, { name: 'Of rosa', query: {} });
    await create(rosa, { name: 'Shared by rosa', query: {}, shared: true });
    assert.equal((await fixtures.call(root, 'DELETE', `/users/${rosa.id}`)).status, 200);
    const left = await fixtures.db.read.selectFrom('saved_views').select('name').where('name', 'like', '%rosa').execute();
    assert.deepEqual(left, [{ name: 'Shared by rosa' }]);
  });

  it('concurrent requests do not exceed the number of views of an account, and a deleted one makes room', async () => {
    const otto = await fixtures.createUser('otto', 'client');
    const statuses: number[] = [];
    for (let n = 0; n < maxViews - 3; n += 1) await create(otto, { name: `View ${n}`, query: {} });
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => create(otto, { name: `More ${n}`, query: {} })));
    for (const { status } of answers) statuses.push(status);
    assert.deepEqual(statuses.sort(), [201, 201, 201, 409, 409, 409, 409, 409]);
    const { items, total } = (await fixtures.call(otto, 'GET', '/ext/views?limit=1&sort=id')).body;
    assert(total >= maxViews);
    const first = await fixtures.db.read.selectFrom('saved_views').select('id').where('owner_id', '=', otto.id).execute();
    assert.equal(first.length, maxViews);
    assert.equal(items.length, 1);
    assert.equal((await fixtures.call(otto, 'DELETE', `/ext/views/${first[0]?.id}`)).status, 200);
    assert.equal((await create(otto, { name: 'Fits', query: {} })).status, 201);
  });
});
