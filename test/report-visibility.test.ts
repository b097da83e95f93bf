import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { categories } from '../src/product/tickets/tables.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';
import { openSession } from '../testing/open-session.ts';

// No search, export, number, chart, calendar or chain shows what the lists of the caller would not. Every description, comment, rule,
// object and project has a word of its own, and each response may have only words that the lists of its caller have.

const fixtures = await Fixtures.create();
const { root, anna, boris, wanda, ivan, oleg } = fixtures;
const people = [root, anna, boris, wanda, ivan, oleg];

let words = 0;
/** A word that is nowhere else. */
const newWord = (): string => `zq${String(++words).padStart(4, '0')}`;
const wordsOf = (text: string): string[] => text.match(/zq\d{4}/g) ?? [];

interface Place {
  client: TestUser;
  project: number;
  object: number;
}
const places: Place[] = [];
const tickets: number[] = [];

const request = (who: TestUser, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  fixtures.call(who, method, path, body);

/** The text of a response, which must be a success. */
async function textOf(who: TestUser, path: string): Promise<string> {
  const { status, body } = await request(who, 'GET', path);
  assert.equal(status, 200, `${who.name} ${path}: ${JSON.stringify(body)}`);
  return typeof body === 'string' ? body : JSON.stringify(body);
}

/** What happens to tickets and members at random; what is not possible at that moment is refused. */
const step = fc.record({
  kind: fc.constantFrom('create', 'comment', 'rule', 'invite', 'accept', 'remove', 'disable', 'change', 'change', 'change'),
  place: fc.nat(),
  ticket: fc.nat(),
  worker: fc.constantFrom(wanda, ivan, oleg),
  operation: fc.constantFrom('take', 'start', 'done', 'confirm', 'reject', 'cancel', 'assign'),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function carryOut({ kind, place: at, ticket: which, worker, operation }: Step): Promise<void> {
  fixtures.advanceClock(60_000);
  const { client, project, object } = places[at % places.length] as Place;
  const ticket = tickets[which % tickets.length] ?? 0;
  const clientOfTicket = ticket === 0 ? client : await ownerOf(ticket);
  if (kind === 'create') {
    const fields = { description: newWord(), category: categories[which % 5], object_id: object };
    const { status, body } = await request(client, 'POST', '/tickets', fields);
    if (status === 201) tickets.push(body.id);
  }
  if (kind === 'comment') await request(clientOfTicket, 'POST', `/ext/tickets/${ticket}/comments`, { text: newWord() });
  if (kind === 'rule') {
    const rule = { anchor_at: '2026-04-01T08:00:00Z', category: 'elevator', period_days: 7, object_id: object };
    await request(client, 'POST', '/recurring', { ...rule, description: newWord() });
  }
  if (kind === 'invite') await request(client, 'POST', `/projects/${project}/workers`, { worker_id: worker.id });
  if (kind === 'accept') await request(worker, 'POST', `/projects/${project}/invitation/accept`);
  if (kind === 'remove') await request(client, 'DELETE', `/projects/${project}/workers/${worker.id}`);
  if (kind === 'disable') await request(client, 'PATCH', `/objects/${object}`, { is_active: which % 2 === 0 });
  if (kind !== 'change') return;
  const caller = ['take', 'start', 'done'].includes(operation) ? worker : clientOfTicket;
  await request(caller, 'PATCH', `/tickets/${ticket}/${operation}`, { reason: newWord(), worker_id: worker.id });
}

async function ownerOf(ticket: number): Promise<TestUser> {
  const { client_id } = (await request(root, 'GET', `/tickets/${ticket}`)).body;
  return client_id === anna.id ? anna : boris;
}

interface Visible {
  ids: Set<number>;
  words: Set<string>;
}

/** Everything that the lists of somebody show, and what belongs to each of these tickets. */
async function visibleTo(who: TestUser): Promise<Visible> {
  const ids: number[] = [];
  let text = '';
  for (;;) {
    const { body } = await request(who, 'GET', `/tickets?limit=100&offset=${ids.length}`);
    if (body.items.length === 0) break;
    ids.push(...body.items.map(({ id }: { id: number }) => id));
    text += JSON.stringify(body.items);
  }
  for (const id of ids)
    text += (await textOf(who, `/tickets/${id}/events?limit=100`)) + (await textOf(who, `/ext/tickets/${id}/comments?limit=100`));
  const projects = who.role === 'worker' ? [] : (await request(who, 'GET', '/projects?limit=100')).body.items;
  text += JSON.stringify(projects);
  for (const { id } of projects) text += await textOf(who, `/projects/${id}/objects?limit=100`);
  if (who.role !== 'worker') text += await textOf(who, '/recurring?limit=100');
  return { ids: new Set(ids), words: new Set(wordsOf(text)) };
}

const requireVisible = (text: string, visible: Visible, what: string): void =>
  assert.deepEqual(
    [...new Set(wordsOf(text))].filter((word) => !visible.words.has(word)),
    [],
    what,
  );

const range = 'from=2026-02-01T00:00:00Z&to=2026-12-01T00:00:00Z';

const seed = Date.now() % 1_000_000;

describe(`reports after random changes, seed ${seed}`, () => {
  const visible = new Map<TestUser, Visible>();

  before(async () => {
    for (const who of people) await openSession(fixtures, who);
    for (const client of [anna, anna, boris]) {
      const project = await fixtures.createProject(client, newWord());
      for (let i = 0; i < 2; i++)
        places.push({ client, project, object: await fixtures.createObject(client, project, newWord()) });
    }
    for (const { client, object } of places) {
      for (let i = 0; i < 3; i++)
        tickets.push(await fixtures.createTicket({ description: newWord(), category: 'plumbing' }, client, object));
    }
    for (const some of fc.sample(fc.array(step, { minLength: 300, maxLength: 300 }), 1))
      for (const one of some) await carryOut(one);
    for (const who of people) visible.set(who, await visibleTo(who));
    const counts = people.map((who) => visible.get(who)?.ids.size ?? 0);
    assert.equal(counts[0], tickets.length);
    assert(counts.every((count, index) => index === 0 || count < tickets.length));
    assert(visible.get(anna)?.words.size !== visible.get(boris)?.words.size);
  });

  for (const who of people) {
    const seen = (): Visible => visible.get(who) ?? assert.fail();

    it(`searches and exports show ${who.name} what the list has`, async () => {
      // Words of others are also tried with a typing error; each tenth is enough.
      for (let n = 1; n <= words; n += 10) {
        const word = `zq${String(n).padStart(4, '0')}`;
        const text = await textOf(who, `/ext/tickets?q=${word}&limit=100`);
        requireVisible(text, seen(), `q=${word}`);
        const found: number[] = JSON.parse(text).items.map(({ id }: { id: number }) => id);
        assert.deepEqual(
          found.filter((id) => !seen().ids.has(id)),
          [],
          `q=${word}`,
        );
      }
      const csv = await textOf(who, '/ext/tickets.csv');
      requireVisible(csv, seen(), 'csv');
      assert.deepEqual(new Set([...csv.matchAll(/^(\d+),/gm)].map(([, id]) => Number(id))), seen().ids);
    });

    it(`a ticket, its chain and its report are there for ${who.name} only when the list has it`, async () => {
      for (const id of tickets) {
        const status = seen().ids.has(id) ? 200 : 403;
        // A report takes a while, so that only those are asked for that must not be there.
        for (const path of ['', '/chain', ...(status === 403 ? ['/report.pdf'] : [])])
          assert.equal((await request(who, 'GET', `/ext/tickets/${id}${path}`)).status, status, `${id}${path}`);
      }
    });

    it(`the calendar and its feed show ${who.name} what the lists have`, async () => {
      const { body } = await request(who, 'POST', '/ext/calendar');
      const feed = await fixtures.call(undefined, 'GET', new URL(body.url).pathname);
      assert.equal(feed.status, 200);
      requireVisible(feed.body.replaceAll('\r\n ', ''), seen(), 'feed');
      if (who.role !== 'worker') requireVisible(await textOf(who, `/ext/recurring/calendar?${range}`), seen(), 'calendar');
    });

    it(`the numbers count for ${who.name} what the list has`, async () => {
      if (who.role === 'worker') return assert.equal((await request(who, 'GET', `/ext/stats?${range}`)).status, 403);
      requireVisible(await textOf(who, '/ext/stats/repeats'), seen(), 'repeats');
      const text = await textOf(who, `/ext/stats?${range}`);
      requireVisible(text, seen(), 'numbers');
      const { totals } = JSON.parse(text);
      const total = async (query: string): Promise<number> => JSON.parse(await textOf(who, `/ext/tickets?${query}`)).total;
      assert.equal(totals.created, seen().ids.size);
      assert.equal(totals.created, await total('created_from=2026-02-01T00:00:00Z'));
      assert.equal(totals.closed, await total('closed_from=2026-02-01T00:00:00Z'));
    });
  }
});
