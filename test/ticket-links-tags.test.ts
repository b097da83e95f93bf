import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { maxLinks } from '../src/product/tickets/ticket-links/actions.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';
import { waitForLockWait } from '../testing/wait.ts';

// How tickets are arranged: links between them, and tags.

const fixtures = await Fixtures.create();
const { root, anna, boris, wanda, ivan, gate } = fixtures;

const get = async (who: TestUser, url: string) => {
  const { status, body } = await fixtures.call(who, 'GET', url);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const link = (who: TestUser, from: number, to: number, kind = 'related') =>
  fixtures.call(who, 'POST', `/ext/tickets/${from}/links`, { ticket_id: to, kind });
const linksOf = async (who: TestUser, id: number) => (await get(who, `/ext/tickets/${id}/links`)).items;
const targetsOf = async (who: TestUser, id: number): Promise<number[]> =>
  (await linksOf(who, id)).map((item: { ticket: { id: number } }) => item.ticket.id);
const unlink = (who: TestUser, id: number, linkId: number) => fixtures.call(who, 'DELETE', `/ext/tickets/${id}/links/${linkId}`);

describe('links of tickets', () => {
  it('a link is listed by both of its tickets, in its direction, until it is removed from either', async () => {
    const [leak, damage] = [await fixtures.createTicketWithStatus('closed'), await fixtures.createTicket()];
    const { status, body } = await link(anna, leak, damage, 'follow_up');
    const other = { id: damage, status: 'new', description: 'The lamp is dark' };
    assert.deepEqual([status, body], [201, { id: body.id, kind: 'follow_up', direction: 'out', ticket: other }]);
    assert.deepEqual(await get(anna, `/ext/tickets/${leak}/links`), { items: [body], total: 1, limit: 20, offset: 0 });
    const [incoming] = await linksOf(root, damage);
    assert.deepEqual([incoming.direction, incoming.ticket.id, incoming.ticket.status], ['in', leak, 'closed']);
    assert.equal((await unlink(anna, damage, body.id)).status, 200);
    assert.deepEqual([await linksOf(anna, leak), await linksOf(anna, damage)], [[], []]);
    assert.equal((await unlink(anna, damage, body.id)).status, 404);
  });

  it('the same pair is linked once in each direction and kind', async () => {
    const [one, two] = [await fixtures.createTicket(), await fixtures.createTicket()];
    assert.equal((await link(anna, one, two)).status, 201);
    const again = await link(root, one, two);
    assert.deepEqual([again.status, again.body.error], [409, 'the tickets are linked like this already']);
    assert.equal((await link(anna, two, one)).status, 201);
    assert.equal((await link(anna, one, two, 'blocks')).status, 201);
    const itself = await link(anna, one, one);
    assert.deepEqual([itself.status, itself.body.error], [400, 'ticket_id is the ticket itself']);
  });

  it('a link to a ticket that the caller does not see is neither made, listed nor removed', async () => {
    const [own, foreign] = [await fixtures.createTicketWithStatus('assigned'), await fixtures.createTicket({}, boris, gate)];
    assert.deepEqual([(await link(anna, own, foreign)).status, (await link(anna, own, 999_999)).status], [403, 404]);
    const made = await link(root, own, foreign, 'duplicate');
    assert.equal(made.status, 201);
    assert.deepEqual(await targetsOf(root, own), [foreign]);
    for (const who of [anna, wanda]) assert.deepEqual(await get(who, `/ext/tickets/${own}/links`), emptyPage);
    assert.deepEqual(await get(boris, `/ext/tickets/${foreign}/links`), emptyPage);
    assert.equal((await unlink(anna, own, made.body.id)).status, 404);
    const taken = await fixtures.createTicketWithStatus('assigned');
    assert.equal((await unlink(root, taken, made.body.id)).status, 404);
    assert.deepEqual(await targetsOf(root, own), [foreign]);
  });

  it('a worker who sees a free ticket links only the own ones', async () => {
    const [free, own] = [await fixtures.createTicket(), await fixtures.createTicketWithStatus('assigned')];
    const refused = await link(wanda, free, own);
    assert.deepEqual([refused.status, refused.body.error], [403, 'the ticket is not assigned to you']);
    assert.equal((await link(wanda, own, free)).status, 201);
    assert.deepEqual(await targetsOf(wanda, free), [own]);
  });

  it('a ticket has a limited number of links in both directions together, also when two are added at once', async () => {
    const [full, other] = [await fixtures.createTicket(), await fixtures.createTicket()];
    const others: number[] = [];
    while (others.length * 4 * 2 < maxLinks - 1) others.push(await fixtures.createTicket());
    await fixtures.transaction((tx) =>
      sql`insert into ticket_links (from_id, to_id, kind)
        select case when outgoing then ${full}::integer else id end, case when outgoing then id else ${full}::integer end, kind
        from unnest(${others}::integer[]) as id, unnest(array['related', 'duplicate', 'blocks', 'follow_up']) as kind,
          unnest(array[true, false]) as outgoing
        limit ${maxLinks - 1}`.execute(tx),
    );
    const answers: Promise<{ status: number; body: { error?: string } }>[] = [];
    await fixtures.transaction(async (tx) => {
      await sql`select from tickets where id = ${full} for update`.execute(tx);
      answers.push(link(anna, full, other), link(anna, other, full));
      await waitForLockWait(fixtures.db);
    });
    const results = (await Promise.all(answers)).map(({ status }) => status).sort();
    assert.deepEqual(results, [201, 409]);
    assert.equal((await link(anna, full, other, 'blocks')).body.error, 'a ticket has too many links, remove one first');
  });

  it('links go with each of their tickets', async () => {
    const [one, two] = [await fixtures.createTicket(), await fixtures.createTicket()];
    await link(anna, one, two);
    await fixtures.transaction(async (tx) => {
      await sql`delete from ticket_events where ticket_id = ${two}`.execute(tx);
      await sql`delete from tickets where id = ${two}`.execute(tx);
    });
    assert.deepEqual(await linksOf(anna, one), []);
  });
});

const emptyPage = { items: [], total: 0, limit: 20, offset: 0 };
const tag = (who: TestUser, id: number, tags: unknown) => fixtures.call(who, 'PUT', `/ext/tickets/${id}/tags`, { tags });
const tagsOf = async (who: TestUser, id: number) => (await get(who, `/ext/tickets/${id}`)).tags;
const used = async (who: TestUser, query = '') =>
  (await get(who, `/ext/tags${query}`)).items.map((item: { tag: string; tickets: number }) => `${item.tag} ${item.tickets}`);
const tagged = async (who: TestUser, tags: string): Promise<number[]> =>
  (await get(who, `/ext/tickets?tag=${encodeURIComponent(tags)}&sort=id&order=asc`)).items.map((item: { id: number }) => item.id);

describe('tags of tickets', () => {
  it('tags are trimmed, kept in their order, and one of several that differ in case and accents only', async () => {
    const id = await fixtures.createTicketWithStatus('closed');
    const { status, body } = await tag(anna, id, [' Sturm ', 'Gewährleistung', 'STURM', 'gewahrleistung', 'a b']);
    assert.deepEqual([status, body], [200, { tags: ['Sturm', 'Gewährleistung', 'a b'] }]);
    assert.deepEqual(await tagsOf(wanda, id), ['Sturm', 'Gewährleistung', 'a b']);
    assert.deepEqual((await tag(wanda, id, ['a b', 'sturm', 'neu'])).body.tags, ['a b', 'sturm', 'neu']);
    assert.deepEqual(await tagsOf(anna, id), ['a b', 'sturm', 'neu']);
    const { items } = await get(anna, `/ext/tickets?ids=${id}`);
    assert.deepEqual(items[0].tags, ['a b', 'sturm', 'neu']);
    assert.deepEqual((await tag(root, id, [])).body, { tags: [] });
    assert.deepEqual(await tagsOf(anna, id), []);
  });

  it('more than 10 tags, and tags that are empty, too long, invisible or have a comma, are 400', async () => {
    const id = await fixtures.createTicket();
    const eleven = Array.from({ length: 11 }, (_, i) => `tag ${i}`);
    for (const tags of [eleven, [''], ['  '], ['x'.repeat(41)], ['\u200B'], ['a,b'], ['a\nb'], [7], 'a', null]) {
      const answer = await tag(anna, id, tags);
      assert.deepEqual([answer.status, String(answer.body.error).startsWith('tags')], [400, true], JSON.stringify(answer.body));
    }
    assert.equal((await tag(anna, id, [...eleven.slice(1, 10), 'x'.repeat(40)])).status, 200);
    await tag(anna, id, []);
  });

  it('GET /ext/tags counts the tickets that the caller sees, the most used first, as the tag was first written there', async () => {
    const [one, two, foreign] = [
      await fixtures.createTicketWithStatus('assigned'),
      await fixtures.createTicket(),
      await fixtures.createTicket({}, boris, gate),
    ];
    await tag(boris, foreign, ['ROOF', 'cellar']);
    await tag(anna, one, ['Röof', 'cellar']);
    await tag(anna, two, ['roof', 'paint']);
    assert.deepEqual(await used(root), ['ROOF 3', 'cellar 2', 'paint 1']);
    assert.deepEqual(await used(anna), ['Röof 2', 'cellar 1', 'paint 1']);
    assert.deepEqual(await used(boris), ['cellar 1', 'ROOF 1']);
    assert.deepEqual(await used(wanda), ['Röof 2', 'cellar 1', 'paint 1']);
    assert.deepEqual(await used(ivan), []);
    assert.deepEqual(await used(anna, '?q=OOF'), ['Röof 2']);
    assert.deepEqual(await used(anna, '?q=%25'), []);
    assert.deepEqual(await used(anna, '?sort=tag&order=desc&limit=2'), ['Röof 2', 'paint 1']);
    const { total, limit, offset } = await get(anna, '/ext/tags?limit=1&offset=1');
    assert.deepEqual([total, limit, offset], [3, 1, 1]);

    assert.deepEqual(await tagged(anna, 'ROOF'), [one, two]);
    assert.deepEqual(await tagged(anna, ' paint , CELLAR'), [one, two]);
    assert.deepEqual(await tagged(anna, 'roo'), []);
    assert.deepEqual(await tagged(wanda, 'roof'), [one, two]);
    assert.deepEqual(await tagged(boris, 'roof,paint'), [foreign]);
    assert.deepEqual(await tagged(root, 'cellar'), [one, foreign]);
  });

  it('exports have the column tags and the filter, and a saved view the filter', async () => {
    const id = await fixtures.createTicket();
    await tag(anna, id, ['export', 'second one']);
    const { status, body } = await fixtures.call(anna, 'GET', '/ext/tickets.csv?tag=EXPORT');
    assert.equal(status, 200);
    const [headings = '', row = '', ...more] = body.trim().split('\r\n');
    assert.deepEqual(more, []);
    const column = headings.split(',').indexOf('tags');
    assert.equal(row.match(/("[^"]*"|[^,]*)(,|$)/g)?.[column], '"export, second one",');
    const view = { name: 'Exported', query: { tag: 'export' } };
    assert.equal((await fixtures.call(anna, 'POST', '/ext/views', view)).status, 201);
  });
});
