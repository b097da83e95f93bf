import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { maxSnippets } from '../src/product/tickets/snippets/schemas.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';

const fixtures = await Fixtures.create();
const { root, anna, boris, wanda } = fixtures;
const create = (who: TestUser, body: object) => fixtures.call(who, 'POST', '/ext/snippets', body);
const list = async (who: TestUser, query = '') => (await fixtures.call(who, 'GET', `/ext/snippets${query}`)).body;
const snippet = { kind: 'comment', title: 'No access', text: 'Nobody was there.' };

describe('/ext/snippets', () => {
  it('a snippet is read by its owner alone, a shared one by everybody, in the order of their titles', async () => {
    const own = await create(anna, { ...snippet, title: ' No access ' });
    assert.deepEqual([own.status, own.body], [201, { id: own.body.id, ...snippet, shared: false }]);
    const shared = await create(root, { kind: 'cancel', title: 'Already known', text: 'Reported twice.', shared: true });
    assert.deepEqual(await list(anna), { items: [shared.body, own.body], total: 2, limit: 20, offset: 0 });
    assert.deepEqual(await list(anna, '?kind=comment'), { items: [own.body], total: 1, limit: 20, offset: 0 });
    for (const who of [root, boris, wanda]) assert.deepEqual((await list(who)).items, [shared.body]);
  });

  it('an admin gives a snippet to everybody and takes a shared one, a client does neither', async () => {
    const { body } = await create(root, snippet);
    const change = (who: TestUser, changes: object) => fixtures.call(who, 'PATCH', `/ext/snippets/${body.id}`, changes);
    assert.equal((await change(anna, { title: 'Mine' })).status, 404);
    assert.deepEqual((await change(root, { shared: true, kind: 'reject' })).body, { ...body, kind: 'reject', shared: true });
    assert.equal((await change(anna, { title: 'Mine' })).body.error, 'only admins change shared snippets');
    const taken = await change(root, { shared: false, text: 'Only for me' });
    assert.deepEqual([taken.body.shared, taken.body.text], [false, 'Only for me']);
    assert.equal((await fixtures.call(root, 'DELETE', `/ext/snippets/${body.id}`)).status, 200);
    assert.equal((await change(root, { title: 'Gone' })).status, 404);
  });

  it('an account has at most 100 snippets, the shared ones have as many, also when several are made at once', async () => {
    const fill = (owner: string | null, n: number) =>
      fixtures.transaction((tx) =>
        sql`insert into snippets (owner_id, kind, title, text, created_at)
          select ${owner}::uuid, 'comment', 'Title', 'Text', now() from generate_series(1, ${n})`.execute(tx),
      );
    await fill(boris.id, maxSnippets - 1);
    const answers = await Promise.all([create(boris, snippet), create(boris, snippet), create(boris, snippet)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409]);
    const [refused] = answers.filter(({ status }) => status === 409);
    assert.equal(refused?.body.error, 'there are too many snippets, delete one first');
    const { body } = await create(root, snippet);
    await fill(null, maxSnippets);
    assert.equal((await create(root, { ...snippet, shared: true })).status, 409);
    assert.equal((await fixtures.call(root, 'PATCH', `/ext/snippets/${body.id}`, { shared: true })).status, 409);
  });

  it('snippets go with their account, shared ones stay', async () => {
    const rosa = await fixtures.createUser('rosa', 'admin');
    await fixtures.transaction((tx) => sql`delete from snippets where owner_id is null`.execute(tx));
    await create(rosa, snippet);
    const shared = await create(rosa, { ...snippet, title: 'For all', shared: true });
    assert.equal((await fixtures.call(root, 'DELETE', `/users/${rosa.id}`)).status, 200);
    assert.deepEqual((await list(wanda)).items, [shared.body]);
  });
});
