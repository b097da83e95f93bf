import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Db } from '../../src/platform/database/database.ts';
import { prepared } from '../../src/platform/database/prepared-statements.ts';
import type { Tables } from '../../src/platform/database/tables.ts';
import { searchObjects } from '../../src/product/places/objects/queries.ts';
import type { TicketQuery } from '../../src/product/tickets/schemas.ts';
import { listTickets } from '../../src/product/tickets/ticket-list.ts';

// What callers choose (filters, sorts, words) must not fill the names of prepared statements, whose plans
// each connection keeps.

/** The names under which statements were sent; undefined for those without. */
const names = new Set<string | undefined>();

/** A connection that answers no rows. */
class SilentClient extends pg.Client {
  override query(query: unknown): never {
    const { name, callback } = query as { name?: string; callback: (error: null, result: object) => void };
    names.add(name);
    queueMicrotask(() => callback(null, { command: 'SELECT', rowCount: 0, rows: [] }));
    return undefined as never;
  }
}

const client = { query: prepared(new SilentClient(), { began: () => {}, ended: () => {} }, 10_000), release: () => {} };
const db: Db = new Kysely<Tables>({
  dialect: new PostgresDialect({ pool: { connect: async () => client, end: async () => {}, options: {} } }),
});

const me = '00000000-0000-4000-8000-000000000001';
const filters: Partial<TicketQuery>[] = [
  { status: 'new' },
  { category: 'other' },
  { priority: 'low' },
  { project_id: 1 },
  { object_id: 1 },
  { date_from: '2026-01-01' },
  { date_to: '2026-01-01' },
  { client_id: me },
  { worker_id: me },
];

function* everyCombination(): Generator<Partial<TicketQuery>> {
  for (let chosen = 0; chosen < 1 << filters.length; chosen++) {
    yield Object.assign({}, ...filters.filter((_, i) => chosen & (1 << i)));
  }
}

const nameOf = async (text: string): Promise<string | undefined> => {
  names.clear();
  await sql.raw(text).execute(db);
  return [...names][0];
};

describe('names of prepared statements', () => {
  it('all combinations of filters and sorts of GET /tickets leave free names for other statements', async () => {
    let sent = 0;
    for (const role of ['admin', 'client', 'worker'] as const) {
      for (const combination of everyCombination()) {
        for (const sort of ['created_at', 'priority', 'id'] as const) {
          for (const order of ['asc', 'desc'] as const) {
            await listTickets(db, { id: me, role }, { ...combination, limit: 20, offset: 0, sort, order });
            sent++;
          }
        }
      }
    }
    assert.equal(sent, 9_216);
    names.delete(undefined);
    assert(names.size < 300, `${names.size} names`);
    assert.notEqual(await nameOf('select 1 as a_statement_of_later'), undefined);
  });

  it('a page and a total of GET /tickets have statement names with one filter and none with two', async () => {
    const namesOf = async (query: Partial<TicketQuery>): Promise<(string | undefined)[]> => {
      names.clear();
      await listTickets(db, { id: me, role: 'client' }, { limit: 20, offset: 0, sort: 'created_at', ...query });
      return [...names];
    };
    assert.equal((await namesOf({})).filter(Boolean).length, 2);
    assert.equal((await namesOf({ project_id: 1 })).filter(Boolean).length, 2);
    assert.deepEqual(await namesOf({ project_id: 1, category: 'other' }), [undefined]);
    assert.deepEqual(await namesOf({ priority: 'low', category: 'other' }), [undefined]);
  });

  it('a search with GET /ext/objects has no statement name because its text depends on the words', async () => {
    names.clear();
    const search = searchObjects(db, { id: me, role: 'admin' }, { q: 'one two', limit: 20, offset: 0, sort: 'name' }, new Date());
    await search.catch(() => {}); // there is no total
    assert.deepEqual([...names], [undefined]);
  });
});
