import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { drawStatement } from '../src/product/reporting/statements/draw-statement.ts';
import { deleteTickets } from '../src/product/tickets/retention.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';
import { pdfPages } from '../testing/pdf-text.ts';

// Costs of many tickets: the numbers, the statement of a month and the file for accounting programs, held against sums over all lines.

const fixtures = await Fixtures.create();
const { root, anna, boris, wanda, tower, lobby, yard, gate } = fixtures;
const call = fixtures.call.bind(fixtures);
const roof = await fixtures.createObject(anna, tower, 'Roof');
assert.equal((await call(boris, 'PUT', `/ext/projects/${yard}/costs`, { currency: 'PLN', approval_limit: null })).status, 200);

interface Line {
  id: number;
  client: TestUser;
  currency: string;
  object: number;
  category: string;
  on: string;
  amount: number;
  ticket: number;
}
const lines: Line[] = [];
const days = ['2025-12-31', '2026-01-01', '2026-01-31', '2026-02-01', '2026-02-28', '2026-03-01'];

async function addLines(client: TestUser, object: number, category: string, currency: string): Promise<number> {
  const ticket = await fixtures.createTicket({ category }, client, object);
  for (const [index, on] of days.entries()) {
    const line = { kind: 'material', text: `=Lamp; "${object}"`, quantity: `${index + 1}.25`, unit_price: 110 + object, on };
    const { status, body } = await call(root, 'POST', `/ext/tickets/${ticket}/costs`, line);
    assert.equal(status, 201, JSON.stringify(body));
    lines.push({ id: body.id, client, currency, object, category, on, amount: body.amount, ticket });
  }
  return ticket;
}
await addLines(anna, lobby, 'electric', 'EUR');
const deleted = await addLines(anna, lobby, 'plumbing', 'EUR');
const last = await addLines(anna, roof, 'plumbing', 'EUR');
await addLines(boris, gate, 'electric', 'PLN');
await fixtures.db.transaction((tx) => deleteTickets(tx, [deleted]));

const visibleTo = (who: TestUser) => lines.filter(({ client }) => who === root || client === who);
/** Sums by currency, as answers have them. */
const totalsOf = (of: readonly Line[]) =>
  ['EUR', 'PLN']
    .map((currency) => ({
      currency,
      total: of.filter((one) => one.currency === currency).reduce((sum, { amount }) => sum + amount, 0),
    }))
    .filter(({ total }) => total > 0);

describe('the costs in GET /ext/stats', () => {
  it('are sums over the lines whose day is in the range, by currency, of deleted tickets too', async () => {
    for (const [who, from, to, group] of [
      [root, '2026-01-01T00:00:00Z', '2026-03-01T00:00:00Z', 'month'],
      [anna, '2025-12-01T00:00:00Z', '2026-03-02T00:00:00Z', 'week'],
      [boris, '2026-01-31T00:00:00Z', '2026-02-02T00:00:00Z', 'day'],
    ] as const) {
      const { status, body } = await call(who, 'GET', `/ext/stats?from=${from}&to=${to}&group=${group}`);
      assert.equal(status, 200);
      const counted = visibleTo(who).filter(({ on }) => `${on}T00:00:00Z` >= from && `${on}T00:00:00Z` < to);
      assert.deepEqual(body.totals.costs, totalsOf(counted));
      const bucketOf = (on: string) =>
        body.buckets.findLastIndex((bucket: { from: string }) => bucket.from <= `${on}T00:00:00.000Z`);
      assert.deepEqual(
        body.buckets.map(({ costs }: { costs: unknown }) => costs),
        body.buckets.map((_: unknown, index: number) => totalsOf(counted.filter(({ on }) => bucketOf(on) === index))),
      );
      for (const { category, costs } of body.by_category)
        assert.deepEqual(costs, totalsOf(counted.filter((line) => line.category === category)), category);
      for (const { object_id, costs } of body.by_object)
        assert.deepEqual(costs, totalsOf(counted.filter(({ object }) => object === object_id)), String(object_id));
      assert.deepEqual(
        new Set(body.by_object.map(({ object_id }: { object_id: number }) => object_id)),
        new Set(counted.map(({ object }) => object)),
        'no ticket was created in the range, but it has costs',
      );
    }
  });

  it('are summed by the equipment of their tickets', async () => {
    const lift = (await call(anna, 'POST', `/ext/objects/${roof}/equipment`, { name: 'Lift', kind: 'lift' })).body.id;
    assert.equal((await call(anna, 'PUT', `/ext/tickets/${last}/equipment`, { equipment_id: lift })).status, 200);
    const byEquipment = async (who: TestUser) =>
      (await call(who, 'GET', '/ext/stats?from=2026-01-01T00:00:00Z&to=2026-03-01T00:00:00Z&group=month')).body.by_equipment;
    const inRange = lines.filter(({ ticket, on }) => ticket === last && on >= '2026-01-01' && on < '2026-03-01');
    const costs = totalsOf(inRange);
    assert(costs.length > 0);
    for (const who of [anna, root])
      assert.deepEqual(await byEquipment(who), [{ equipment_id: lift, name: 'Lift', object_name: 'Roof', costs }]);
    assert.deepEqual(await byEquipment(boris), []);
  });

  it('lie on the days of the time zone', async () => {
    // The moment before midnight in Berlin, which is still the 28th.
    const { body } = await call(
      anna,
      'GET',
      '/ext/stats?from=2026-02-27T23:00:00Z&to=2026-02-28T23:00:00Z&timezone=Europe/Berlin',
    );
    assert.deepEqual(body.totals.costs, totalsOf(visibleTo(anna).filter(({ on }) => on === '2026-02-28')));
  });
});

describe('GET /ext/objects/{id}/costs', () => {
  const ranges = [
    { query: '', holds: () => true },
    { query: '?from=2026-01-01&to=2026-02-28', holds: (on: string) => on >= '2026-01-01' && on <= '2026-02-28' },
    { query: '?to=2025-12-31', holds: (on: string) => on <= '2025-12-31' },
    { query: '?from=2026-03-02', holds: () => false },
  ];
  const sum = (of: readonly Line[]): number => of.reduce((total, { amount }) => total + amount, 0);

  it('is the sum of the lines whose day is in the range, of deleted tickets too', async () => {
    for (const { query, holds } of ranges) {
      for (const [who, object, currency] of [
        [anna, lobby, 'EUR'],
        [root, roof, 'EUR'],
        [boris, gate, 'PLN'],
      ] as const) {
        const { body } = await call(who, 'GET', `/ext/objects/${object}/costs${query}`);
        const total = sum(lines.filter((one) => one.object === object && holds(one.on)));
        assert.deepEqual(body, { currency, total }, `${object} ${query}`);
      }
    }
  });

  it('of equipment is the sum over the tickets about it', async () => {
    const { body: pump } = await call(anna, 'POST', `/ext/objects/${roof}/equipment`, { name: 'Pump' });
    const costs = async (query: string) => (await call(anna, 'GET', `/ext/equipment/${pump.id}/costs${query}`)).body;
    assert.deepEqual(await costs(''), { currency: 'EUR', total: 0 });
    assert.equal((await call(anna, 'PUT', `/ext/tickets/${last}/equipment`, { equipment_id: pump.id })).status, 200);
    for (const { query, holds } of ranges) {
      const total = sum(lines.filter(({ ticket, on }) => ticket === last && holds(on)));
      assert.deepEqual(await costs(query), { currency: 'EUR', total }, query);
    }
  });
});

describe('GET /ext/users/{id}/statement.pdf', () => {
  const get = async (who: TestUser, client: TestUser, query: string) => {
    const headers = { authorization: `Bearer ${await fixtures.accessTokenFor(who)}` };
    const answer = await fixtures.app.inject({ url: `/ext/users/${client.id}/statement.pdf?${query}`, headers });
    return { status: answer.statusCode, text: answer.statusCode === 200 ? (await pdfPages(answer.rawPayload)).join('\n') : '' };
  };
  const money = (amount: number, language: string, currency = 'EUR') =>
    new Intl.NumberFormat(language, { style: 'currency', currency }).format(amount / 100).replaceAll(/\s/g, ' ');

  it('has the lines of the month by building, sums with those of deleted tickets, and the words of three languages', async () => {
    const ofMonth = visibleTo(anna).filter(({ on }) => on.startsWith('2026-01'));
    const [{ total } = { total: 0 }] = totalsOf(ofMonth);
    const gone = totalsOf(ofMonth.filter(({ ticket }) => ticket === deleted))[0]?.total ?? 0;
    for (const [language, locale, title, deletedTickets] of [
      ['en', 'en-GB', 'Costs in January 2026', 'Requests that were deleted'],
      ['de', 'de-DE', 'Kosten im Januar 2026', 'Gelöschte Aufträge'],
      ['pl', 'pl-PL', 'Koszty: styczeń 2026', 'Usunięte zgłoszenia'],
    ] as const) {
      const { status, text } = await get(anna, anna, `month=2026-01&language=${language}`);
      assert.equal(status, 200);
      for (const part of [title, 'Tower', 'Roof', `#${last}`, money(total, locale), deletedTickets, money(gone, locale)])
        assert(text.replaceAll(/\s/g, ' ').includes(part), `${part} is missing in ${text}`);
    }
    const { text } = await get(root, boris, 'month=2026-02');
    assert(text.includes('Yard') && !text.includes('Tower'));
    assert.match((await get(root, anna, 'month=2024-02')).text, /no costs/);
  });

  it('begins no page within a line', async () => {
    const text = 'Gasket of a name that is so long that it has to be continued in another line below the first one';
    const line = { text, quantity: '1', unit: 'm', unit_price: 100, amount: 100, on: '2026-01-02' };
    for (let before = 0; before < 3; before++) {
      const tickets = [Array(before).fill({ ...line, text: 'Lamp' }), Array(60).fill(line)].map((ofTicket, index) => ({
        id: index + 1,
        description: 'The pump hums',
        lines: ofTicket,
      }));
      const object = { name: 'Lobby', address: '', total: 6_000, deleted: 0, tickets };
      const projects = [{ name: 'Tower', currency: 'EUR', total: 6_000, objects: [object] }];
      const [, ...pages] = await pdfPages(
        await drawStatement({
          ...{ language: 'en', timezone: 'UTC', printedAt: '2026-02-01T00:00:00Z', month: '2026-01', client_name: 'Anna' },
          ...{ projects, totals: [], furtherLines: 0 },
        }),
      );
      assert(pages.length > 1);
      for (const page of pages) assert.match(page, /^(2 Jan 2026|Total)/);
    }
  });

  it('is for the client itself and for admins, and of clients only', async () => {
    const statuses = [get(boris, anna, 'month=2026-01'), get(root, wanda, 'month=2026-01'), get(wanda, anna, 'month=2026-01')];
    assert.deepEqual(
      (await Promise.all(statuses)).map(({ status }) => status),
      [404, 404, 403],
    );
    for (const query of ['', 'month=2026-13', 'month=0000-01', 'month=2026-01&timezone=Mars'])
      assert.equal((await get(anna, anna, query)).status, 400, query);
    assert.equal((await get(anna, anna, `month=2026-01&project_id=${yard}`)).status, 404);
  });
});

describe('GET /ext/costs.csv', () => {
  it('has one line for each line of cost, with decimals of the main unit and texts that no spreadsheet runs', async () => {
    const { status, body } = await call(anna, 'GET', '/ext/costs.csv?from=2026-01-01&to=2026-02-28');
    assert.equal(status, 200);
    const [head, ...rows] = String(body).replace('\uFEFF', '').trim().split('\r\n');
    assert.equal(
      head,
      'id,date,kind,text,quantity,unit,unit_price,amount,currency,ticket_id,category,status,closed_at,project_id,project,object_id,object,client_id,client,worker_id,worker',
    );
    const expected = visibleTo(anna)
      .filter(({ on, ticket }) => on >= '2026-01-01' && on <= '2026-02-28' && ticket !== deleted)
      .sort((a, b) => a.on.localeCompare(b.on) || a.id - b.id);
    assert.deepEqual(
      rows.map((row) => row.split(',').slice(0, 2)),
      expected.map(({ id, on }) => [String(id), on]),
    );
    const [first] = expected;
    assert(first && rows[0]);
    assert(
      rows[0].includes(
        `,"'=Lamp; ""${first.object}""",2.25,,${((110 + first.object) / 100).toFixed(2)},${(first.amount / 100).toFixed(2)},EUR,`,
      ),
      rows[0],
    );
    const { rows: events } = await sql<{ detail: { rows: number } }>`
      select detail from audit_events where event = 'export_made' order by id desc limit 1`.execute(fixtures.db.read);
    assert.equal(events[0]?.detail.rows, expected.length);
  });

  it('has the projects of a client only, and is not for workers', async () => {
    const ofBoris = String((await call(boris, 'GET', '/ext/costs.csv')).body)
      .trim()
      .split('\r\n');
    assert.equal(ofBoris.length, 1 + visibleTo(boris).length);
    assert(ofBoris.slice(1).every((row) => row.includes(',PLN,')));
    assert.equal((await call(wanda, 'GET', '/ext/costs.csv')).status, 403);
    assert.equal((await call(anna, 'GET', `/ext/costs.csv?project_id=${yard}`)).status, 404);
  });
});
