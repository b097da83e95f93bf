import assert from 'node:assert/strict';
import type { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import pg from 'pg';
import { openCopy, writePage } from '../clients/typescript/examples/mirror-to-sqlite.ts';
import { type Client, createClient } from '../clients/typescript/src/index.ts';
import { markRenamedTickets } from '../src/product/tickets/changes/mark-renamed.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';
import { openSession } from '../testing/open-session.ts';
import { Random } from '../testing/seeded-random.ts';
import { waitFor } from '../testing/wait.ts';

// Copies that are kept by GET /ext/changes while many write at once, and transactions stay open, are equal to the tickets in the end.

const fixtures = await Fixtures.create({ MAX_COMMENTS_PER_HOUR: '100000' });
const { root, anna, boris, wanda, tower, lobby } = fixtures;
const baseUrl = await fixtures.app.listen({ host: '127.0.0.1', port: 0 });

const writers = 50;
const operationsOfWriter = 16;
const openTransactions = 6;
const random = new Random(53);
const oneOf = <T>(values: readonly T[]): T => random.pick(values);

interface Copy {
  database: DatabaseSync;
  /** tickets that were read again although nothing of them was another */
  repeated: number[];
  /** pages without a change */
  emptyPages: number;
}

/** Follows the changes in pages of a few tickets, so that most answers need several. */
async function follow(client: Client, copy: Copy, signal: AbortSignal): Promise<void> {
  for await (const page of client.changes({ limit: 7, pollEveryMs: 5, signal })) {
    for (const { id, ticket } of page.items) {
      if (ticket && stored(copy, id) === comparable(ticket)) copy.repeated.push(id);
    }
    writePage(copy.database, page);
    if (page.items.length === 0) copy.emptyPages++;
  }
}

const stored = ({ database }: Copy, id: number): string | undefined => {
  const text = database.prepare('select ticket from tickets where id = ?').get(id)?.['ticket'];
  return typeof text === 'string' ? comparable(JSON.parse(text)) : undefined;
};
/** Links to covers are signed for each answer. */
const comparable = (ticket: object): string => JSON.stringify({ ...ticket, cover_url: null });

async function clientOf(user: TestUser): Promise<Client> {
  await openSession(fixtures, user);
  const { status, body } = await fixtures.call(user, 'POST', '/ext/tokens', { name: 'copy', scope: 'read' });
  assert.equal(status, 201, JSON.stringify(body));
  return createClient({ baseUrl, auth: body.token });
}

/** Two pages without a change: the first one may have been asked for before the last write. */
async function waitUntilSettled(copy: Copy): Promise<void> {
  const before = copy.emptyPages;
  await waitFor(async () => copy.emptyPages > before + 1);
}

async function write(user: TestUser, method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', url: string, body?: object): Promise<void> {
  const { status, body: answer } = await fixtures.call(user, method, url, body);
  // What others have done in between may refuse it: the ticket is closed or gone, or the name is taken.
  assert([200, 201, 403, 404, 409].includes(status), `${method} ${url}: ${status} ${JSON.stringify(answer)}`);
}

describe('copies that are kept while 50 writers and open transactions change tickets', () => {
  it('are equal to what GET /ext/tickets answers, for an admin and a client, and read nothing twice', {
    timeout: 300_000,
  }, async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => fixtures.createTicket()));
    // Those of open transactions are theirs: a writer would wait for them.
    const held = await Promise.all(Array.from({ length: openTransactions }, () => fixtures.createTicket()));
    const renamed = (
      await fixtures.call(anna, 'POST', `/projects/${tower}/objects`, { name: 'Annex 0', address: 'Hill 12, Berlin' })
    ).body.id;
    const ofRenamed = [await fixtures.createTicket({}, anna, renamed), await fixtures.createTicket({}, anna, renamed)];
    const stopping = new AbortController();
    const copies = new Map<TestUser, Copy>();
    const clients = await Promise.all([root, anna, boris].map(async (user) => ({ user, client: await clientOf(user) })));
    const following = clients.map(({ user, client }) => {
      const copy = { database: openCopy(':memory:'), repeated: [], emptyPages: 0 };
      copies.set(user, copy);
      return follow(client, copy, stopping.signal);
    });

    let done = 0;
    const operations: ((n: number) => Promise<void>)[] = [
      (n) => write(anna, 'PATCH', `/ext/tickets/${oneOf(ids)}`, { floor: String(n) }),
      (n) => write(anna, 'PATCH', `/ext/tickets/${oneOf(ids)}`, { reference: `R-${n}` }),
      (n) => write(anna, 'POST', `/ext/tickets/${oneOf(ids)}/comments`, { text: `Comment ${n}` }),
      (n) => write(anna, 'PUT', `/ext/tickets/${oneOf(ids)}/tags`, { tags: [`tag ${n}`] }),
      (n) => write(anna, 'PUT', `/ext/tickets/${oneOf(ids)}/hold`, { reason: 'part', note: String(n) }),
      () => write(wanda, 'PATCH', `/tickets/${oneOf(ids)}/take`),
      () => write(wanda, 'PATCH', `/tickets/${oneOf(ids)}/start`),
      async () => void ids.push(await fixtures.createTicket({}, anna, lobby)),
      (n) => write(anna, 'PATCH', `/objects/${renamed}`, { name: `Annex ${n + 1}` }),
      async () => void (await markRenamedTickets(fixtures.deps)),
      async (n) => {
        const project = (await fixtures.call(anna, 'POST', '/projects', { name: `Short ${n}` })).body.id;
        const gate = await fixtures.call(anna, 'POST', `/projects/${project}/objects`, {
          name: 'Gate',
          address: 'Hill 12, Berlin',
        });
        await fixtures.createTicket({}, anna, gate.body.id);
        await write(root, 'DELETE', `/projects/${project}`);
      },
    ];
    const writing = Array.from({ length: writers }, async (_, writer) => {
      for (let n = 0; n < operationsOfWriter; n++, done++) await oneOf(operations)(writer * operationsOfWriter + n);
    });
    const total = writers * operationsOfWriter;
    const holding = held.map(async (id, holder) => {
      const client = new pg.Client({ connectionString: fixtures.url });
      await client.connect();
      for (let n = 0; done < total - 60; n++) {
        const until = done + 10 + holder * 8;
        await client.query('begin');
        await client.query(`update tickets set floor = '${holder}.${n}' where id = ${id}`);
        await waitFor(async () => done >= Math.min(until, total));
        await client.query(n % 3 === 2 ? 'rollback' : 'commit');
      }
      await client.end();
    });
    await Promise.all([...writing, ...holding]);
    await markRenamedTickets(fixtures.deps);

    for (const { user, client } of clients) {
      const copy = copies.get(user);
      assert(copy);
      await waitUntilSettled(copy);
      const expected = new Map<number, string>();
      for await (const ticket of client.items('GET /ext/tickets', { query: { sort: 'id', order: 'asc' } })) {
        expected.set(ticket.id, comparable(ticket));
      }
      const kept = new Map<number, string>();
      for (const row of copy.database.prepare('select id, ticket from tickets order by id').iterate()) {
        kept.set(Number(row['id']), comparable(JSON.parse(String(row['ticket']))));
      }
      assert.deepEqual(kept, expected, user.name);
      // A new name is read with another change before the job has marked all tickets in which it is.
      assert.deepEqual(
        copy.repeated.filter((id) => !ofRenamed.includes(id)),
        [],
        user.name,
      );
    }
    stopping.abort();
    await Promise.all(following);
  });
});
