import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ticket } from '../src/product/tickets/schemas.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';

const fixtures = await Fixtures.create();
const { root, anna, boris, wanda, ivan, oleg } = fixtures;

// Thirty tickets over two clients, all statuses, days apart; every third shares its moment
// with the one before, so that only the id can order them.
const statuses = ['new', 'assigned', 'in_progress', 'done', 'rejected', 'closed'] as const;
const categories = ['electric', 'plumbing', 'climate', 'elevator', 'other'] as const;
const priorities = ['low', 'normal', 'high'] as const;
const annex = await fixtures.createObject(anna, fixtures.tower, 'Annex');
await fixtures.addMember(fixtures.yard, oleg, 'active');
const all: number[] = [];
for (let i = 0; i < 24; i++) {
  if (i % 3) fixtures.advanceClock(36_000_000);
  const id = await fixtures.createTicketWithStatus(statuses[i % 6] ?? 'new');
  const priority = priorities[i % 3] ?? 'normal';
  const category = categories[i % 5] ?? 'other';
  await fixtures.transaction((tx) => tx.updateTable('tickets').set({ priority, category }).where('id', '=', id).execute());
  all.push(id);
}
for (let i = 0; i < 6; i++) all.push(await fixtures.createTicket({ priority: 'high' }, boris, fixtures.gate));
for (let i = 0; i < 3; i++) all.push(await fixtures.createTicket({}, anna, annex));

interface Row {
  id: number;
  created_at: string;
  status: string;
  category: string;
  priority: string;
  worker_id?: string;
  client_id: string;
  project_id: number;
  object_id: number;
}

async function list(who: TestUser, query = ''): Promise<{ items: Row[]; total: number; limit: number; offset: number }> {
  const { status, body } = await fixtures.call(who, 'GET', `/tickets?limit=100&${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}
const everything = (await list(root)).items;

it('GET /tickets returns each ticket as GET /tickets/{id} does and as the schema describes', async () => {
  for (const who of [root, anna, wanda]) {
    for (const item of (await list(who)).items) {
      const { body } = await fixtures.call(who, 'GET', `/tickets/${item.id}`);
      assert.deepEqual(item, body);
      assert.deepEqual(
        Object.keys(item).filter((name) => !(name in Ticket.properties)),
        [],
      );
      assert.deepEqual(
        Ticket.required?.filter((name) => !(name in item)),
        [],
      );
    }
  }
});

describe('visibility in GET /tickets', () => {
  it('GET /tickets returns to every role exactly the tickets that GET /tickets/{id} returns', async () => {
    for (const who of [root, anna, boris, wanda, ivan, oleg]) {
      const listed = new Set((await list(who)).items.map(({ id }) => id));
      for (const id of all) {
        const { status } = await fixtures.call(who, 'GET', `/tickets/${id}`);
        assert.equal(status, listed.has(id) ? 200 : 403, `${who.name} and ticket ${id}`);
      }
    }
  });

  it('GET /tickets returns to a client its own, to an admin all, to a worker assigned tickets and free ones of active projects', async () => {
    const ids = async (who: TestUser) => (await list(who)).items.map(({ id }) => id).sort((a, b) => a - b);
    const where = (keep: (row: Row) => boolean) =>
      everything
        .filter(keep)
        .map(({ id }) => id)
        .sort((a, b) => a - b);
    assert.equal((await list(root)).total, all.length);
    assert.deepEqual(
      await ids(anna),
      where((row) => row.client_id === anna.id),
    );
    assert.deepEqual(
      await ids(boris),
      where((row) => row.client_id === boris.id),
    );
    assert.deepEqual(
      await ids(wanda),
      where((row) => row.worker_id === wanda.id || (row.status === 'new' && row.project_id === fixtures.tower)),
    );
    assert.deepEqual(
      await ids(oleg),
      where((row) => row.status === 'new' && row.project_id === fixtures.yard),
    );
    assert.deepEqual(await ids(ivan), []);
  });
});

describe('filters of GET /tickets', () => {
  const filters: [string, (row: Row) => boolean][] = [
    ...statuses.map((status): [string, (row: Row) => boolean] => [`status=${status}`, (row) => row.status === status]),
    ['status=confirmed', () => false],
    ...categories.map((category): [string, (row: Row) => boolean] => [
      `category=${category}`,
      (row) => row.category === category,
    ]),
    ...priorities.map((priority): [string, (row: Row) => boolean] => [
      `priority=${priority}`,
      (row) => row.priority === priority,
    ]),
    [`project_id=${fixtures.tower}`, (row) => row.project_id === fixtures.tower],
    [`object_id=${annex}`, (row) => row.object_id === annex],
    ['object_id=2147483648', () => false],
    ['date_from=2026-03-03', (row) => row.created_at >= '2026-03-03'],
    ['date_to=2026-03-03', (row) => row.created_at < '2026-03-04'],
    ['date_from=2026-03-03&date_to=2026-03-03', (row) => row.created_at.startsWith('2026-03-03')],
    ['status=new&priority=high', (row) => row.status === 'new' && row.priority === 'high'],
    [`status=done&category=elevator&project_id=${fixtures.tower}`, (row) => row.status === 'done' && row.category === 'elevator'],
    ['status=', () => true],
    ['unknown=1&date_from=', () => true],
  ];

  it('GET /tickets applies filters alike for every role and returns the exact total', async () => {
    for (const who of [root, anna, boris, wanda, oleg]) {
      const visible = (await list(who)).items;
      for (const [query, keep] of filters) {
        const { items, total } = await list(who, query);
        assert.deepEqual(items, visible.filter(keep), `${who.name}: ${query}`);
        assert.equal(total, items.length, `${who.name}: ${query}`);
      }
    }
  });

  it('GET /tickets filters by client_id and worker_id for admins and ignores both from others, whatever the value', async () => {
    assert.equal((await list(root, `client_id=${boris.id}`)).total, 6);
    assert.equal(
      (await list(root, `worker_id=${wanda.id}`)).total,
      everything.filter((row) => row.worker_id === wanda.id).length,
    );
    assert.equal((await list(root, `client_id=${crypto.randomUUID()}`)).total, 0);
    for (const who of [anna, wanda]) {
      const { total } = await list(who);
      for (const query of [`client_id=${boris.id}`, 'client_id=nonsense', 'worker_id=1&worker_id=2', `worker_id=${oleg.id}`]) {
        assert.equal((await list(who, query)).total, total, `${who.name}: ${query}`);
      }
    }
  });

  it('GET /tickets returns 400 for malformed filters', async () => {
    for (const query of [
      'project_id=1.5',
      'date_from=2026-02-30',
      'date_from=2026-3-1',
      'date_to=01.03.2026',
      'date_to=2026-03-01T00:00:00Z',
      'project_id[]=1&project_id[]=2&project_id=1&project_id=2',
      'status=new%00',
    ]) {
      assert.equal((await fixtures.call(root, 'GET', `/tickets?${query}`)).status, 400, query);
    }
  });
});

describe('pages of GET /tickets', () => {
  const rank = (row: Row) => priorities.indexOf(row.priority as (typeof priorities)[number]);
  const by: Record<string, (a: Row, b: Row) => number> = {
    created_at: (a, b) => a.created_at.localeCompare(b.created_at) || a.id - b.id,
    priority: (a, b) => rank(a) - rank(b) || a.id - b.id,
    id: (a, b) => a.id - b.id,
  };

  it('GET /tickets sorts by every key in both directions, breaks ties by id, and pages do not overlap', async () => {
    for (const who of [root, anna, wanda]) {
      const visible = (await list(who)).items;
      for (const [sort, compare] of Object.entries(by)) {
        for (const order of ['asc', 'desc']) {
          const ordered = [...visible].sort(compare);
          if (order === 'desc') ordered.reverse();
          const pages: Row[] = [];
          for (let offset = 0; offset < visible.length; offset += 7) {
            const { body } = await fixtures.call(who, 'GET', `/tickets?sort=${sort}&order=${order}&limit=7&offset=${offset}`);
            assert.equal(body.total, visible.length);
            assert.deepEqual([body.limit, body.offset], [7, offset]);
            pages.push(...body.items);
          }
          assert.deepEqual(
            pages.map(({ id }) => id),
            ordered.map(({ id }) => id),
            `${who.name} by ${sort} ${order}`,
          );
        }
      }
    }
  });

  it('GET /tickets returns the 20 newest tickets by default', async () => {
    const { body } = await fixtures.call(root, 'GET', '/tickets');
    const newest = [...everything].sort(by['created_at']).reverse().slice(0, 20);
    assert.deepEqual(
      body.items.map(({ id }: Row) => id),
      newest.map(({ id }) => id),
    );
    assert.deepEqual([body.limit, body.offset, body.total], [20, 0, all.length]);
  });

  it('GET /tickets returns an empty page with the total beyond the end', async () => {
    for (const offset of [1000, 9_007_199_254_740_991]) {
      const { body } = await fixtures.call(root, 'GET', `/tickets?offset=${offset}`);
      assert.deepEqual(body.items, []);
      assert.equal(body.total, all.length);
    }
  });

  it('GET /tickets returns 400 for malformed page parameters', async () => {
    for (const query of [
      'limit=',
      'limit=1.5',
      'limit=1e1',
      'limit=+5',
      'offset=',
      'offset=99999999999999999999',
      'sort=',
      'sort=id;drop',
      'order=',
      'order=ASC',
    ]) {
      assert.equal((await fixtures.call(root, 'GET', `/tickets?${query}`)).status, 400, query);
    }
  });
});

describe('GET /tickets/{id}/events', () => {
  it('GET /tickets/{id}/events pages and sorts, oldest first by default', async () => {
    const id = await fixtures.createTicketWithStatus('closed');
    const { body } = await fixtures.call(anna, 'GET', `/tickets/${id}/events?limit=2&offset=1`);
    assert.deepEqual(
      body.items.map((e: { action: string }) => e.action),
      ['assigned', 'started'],
    );
    assert.deepEqual([body.total, body.limit, body.offset], [5, 2, 1]);
    const newest = await fixtures.call(anna, 'GET', `/tickets/${id}/events?sort=created_at&order=desc&limit=1`);
    assert.equal(newest.body.items[0].action, 'confirmed');
  });
});
