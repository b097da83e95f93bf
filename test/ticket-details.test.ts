import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { Fixtures } from '../testing/fixtures.ts';

// Tickets with what modules add to them.

const fixtures = await Fixtures.create();
const { root, anna, boris, wanda, oleg, tower } = fixtures;
const list = async (who: typeof root, query = '') => (await fixtures.call(who, 'GET', `/ext/tickets${query}`)).body;
const idsOf = ({ items }: { items: { id: number }[] }): number[] => items.map(({ id }) => id);

const statuses = ['new', 'assigned', 'in_progress', 'done', 'rejected', 'closed'] as const;
const ids: number[] = [];
for (const status of statuses) ids.push(await fixtures.createTicketWithStatus(status));
const [newId = 0, , , doneId = 0] = ids;
const newestFirst = [...ids].reverse();

describe('GET /ext/tickets', () => {
  it('lists what GET /tickets lists, with more about each ticket', async () => {
    for (const who of [root, anna, boris, wanda, oleg]) {
      const plain = (await fixtures.call(who, 'GET', '/tickets')).body;
      const detailed = await list(who);
      assert.equal(detailed.total, plain.total);
      assert.deepEqual(idsOf(detailed), idsOf(plain));
      for (const [at, item] of detailed.items.entries()) {
        assert.equal(typeof item.updated_at, 'string');
        assert.equal(typeof item.photos, 'number');
        for (const [key, value] of Object.entries(plain.items[at])) assert.deepEqual(item[key], value, key);
      }
    }
  });

  it('tells when the journal was last written, and how many photos there are', async () => {
    const { items } = await list(anna, `?ids=${doneId}`);
    const events = (await fixtures.call(anna, 'GET', `/tickets/${doneId}/events?limit=100`)).body.items;
    assert.equal(items[0].updated_at, events.at(-1).created_at);
    assert.equal(items[0].photos, 0);
  });

  it('takes several values for each filter', async () => {
    assert.deepEqual(idsOf(await list(anna, '?status=done,new&sort=id&order=asc')), [newId, doneId]);
    assert.deepEqual(idsOf(await list(wanda, '?status=new')), [newId]);
    assert.deepEqual(idsOf(await list(anna, '?status=confirmed')), []);
    assert.deepEqual(idsOf(await list(anna, `?project_id=${tower},99&status=new,confirmed`)), [newId]);
    assert.deepEqual(idsOf(await list(anna, `?worker_id=${wanda.id}`)), newestFirst.slice(0, -1));
    assert.deepEqual(idsOf(await list(root, `?client_id=${boris.id},${anna.id}&priority=low,normal,high`)), newestFirst);
    assert.deepEqual(idsOf(await list(root, '?category=electric,plumbing,climate,elevator,other')), newestFirst);
    for (const filter of [
      'ids=9999999999',
      'project_id=3000000000',
      'object_id=999999999999999999',
      'project_id=3000000000,1&status=new,done',
    ])
      assert.deepEqual((await list(boris, `?${filter}`)).total, 0, filter);
  });

  it('shows nobody a ticket through its id that it does not see', async () => {
    assert.deepEqual(idsOf(await list(boris, `?ids=${ids.join(',')}`)), []);
    assert.deepEqual(idsOf(await list(wanda, `?ids=${ids.join(',')}&limit=100`)), newestFirst);
    assert.deepEqual(idsOf(await list(oleg, `?ids=${ids.join(',')}`)), []);
  });

  it('has pages and a total for each combination of filters', async () => {
    const page = await list(anna, '?status=new,done,closed&limit=1&offset=1');
    assert.deepEqual([idsOf(page), page.total, page.limit, page.offset], [[doneId], 3, 1, 1]);
    assert.equal('total_is_lower_bound' in page, false);
  });

  it('counts several statuses as GET /tickets counts each of them, for each role', async () => {
    for (const who of [root, anna, boris, wanda, oleg]) {
      for (const filter of ['', '&category=electric', `&project_id=${tower}`]) {
        const counted = await Promise.all(
          statuses.map(
            async (status) => (await fixtures.call(who, 'GET', `/tickets?status=${status}${filter}&limit=1`)).body.total,
          ),
        );
        const expected = counted.reduce((sum: number, total: number) => sum + total, 0);
        const { total, items } = await list(who, `?status=${statuses},confirmed,new${filter}&limit=100`);
        assert.deepEqual([total, items.length], [expected, expected], `${who.name} ${filter}`);
      }
    }
  });

  it('refuses lists with empty or wrong values, and more than 100 ids', async () => {
    for (const query of ['status=new,,done', 'ids=0', 'ids=1,x', 'worker_id=wanda', `ids=${Array(101).fill(1)}`])
      assert.equal((await fixtures.call(root, 'GET', `/ext/tickets?${query}`)).status, 400, query);
  });

  it('counts up to 10,000 tickets', async () => {
    const insert = sql`with made as (insert into tickets (category, priority, description, address, project_id, object_id, client_id, created_at)
      select 'other', 'normal', 'One of many', 'Somewhere 1', ${fixtures.yard}, ${fixtures.gate}, ${boris.id}, now()
      from generate_series(1, 2001) returning id)
      insert into ticket_events (ticket_id, action, to_status, actor_name, created_at)
      select id, 'created', 'new', 'boris', now() from made`;
    for (let i = 0; i < 5; i++) await fixtures.db.transaction((tx) => insert.execute(tx));
    for (const query of ['', '?status=new', '?status=new,done']) {
      const { total, total_is_lower_bound } = await list(boris, query);
      assert.deepEqual({ total, total_is_lower_bound }, { total: 10_000, total_is_lower_bound: true }, query);
    }
  });
});

describe('GET /ext/tickets/{id}', () => {
  it('gives the ticket as GET /tickets/{id} does, with more about it', async () => {
    const id = doneId;
    const plain = (await fixtures.call(anna, 'GET', `/tickets/${id}`)).body;
    const { updated_at, ...rest } = (await fixtures.call(anna, 'GET', `/ext/tickets/${id}`)).body;
    assert.equal(typeof updated_at, 'string');
    for (const [key, value] of Object.entries(plain)) assert.deepEqual(rest[key], value, key);
  });
});
