import assert from 'node:assert/strict';
import { afterEach, describe, it, mock } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { sql } from 'kysely';
import pg from 'pg';
import { HeavyReads } from '../src/platform/database/heavy-reads.ts';
import { recentlyActiveTenants } from '../src/platform/lib/fair-queue-contention.ts';
import { type ApiResponse, Fixtures, password, type TestUser } from '../testing/fixtures.ts';
import { waitFor } from '../testing/wait.ts';

// Reads whose time grows with the data have connections of their own: nobody else waits for them.

const fixtures = await Fixtures.create();
const { anna, boris, root, wanda } = fixtures;
const ticket = await fixtures.createTicket();

const { heavyRead } = fixtures.db;
afterEach(() => {
  fixtures.db.heavyRead = heavyRead;
});

/** Notes who asks for heavy reads. */
function watchHeavyReads(): string[] {
  const keys: string[] = [];
  fixtures.db.heavyRead = (caller, work) => {
    keys.push(caller.key);
    return heavyRead(caller, work);
  };
  return keys;
}

describe('connections for heavy reads', () => {
  const heavy: [TestUser, string][] = [
    [root, '/users?q=wan'],
    [anna, `/ext/users/${wanda.id}/open-work`],
    [anna, '/users?q=wan'],
    [root, '/ext/objects?q=l'],
    [anna, '/ext/projects?q=t'],
    [anna, '/tickets?offset=981'],
    [wanda, '/tickets?limit=100&offset=901'],
    [wanda, '/tickets?date_from=2026-01-01'],
    [anna, '/tickets?date_to=2026-01-01&status=new'],
    [root, '/ext/workload'],
    [anna, `/ext/projects/${fixtures.tower}/workload`],
    [anna, `/ext/users/${wanda.id}/open-work?offset=1000`],
    [root, '/users?offset=1000'],
    [root, '/ext/unconfirmed?offset=1000'],
    [anna, '/projects?offset=1000'],
    [anna, `/projects/${fixtures.tower}/objects?offset=1000`],
    [anna, `/projects/${fixtures.tower}/workers?offset=1000`],
    [wanda, '/invitations?offset=1000'],
    [anna, '/recurring?offset=1000'],
    [anna, `/tickets/${ticket}/events?offset=1000`],
    [anna, `/tickets/${ticket}/photos?offset=1000`],
  ];
  for (const [who, path] of heavy) {
    it(`GET ${path.replace(/\/([0-9a-f-]{36}|\d+)/, '/{id}')} by a ${who.role} uses the connections for heavy reads`, async () => {
      const keys = watchHeavyReads();
      assert.equal((await fixtures.call(who, 'GET', path)).status, 200);
      assert.deepEqual(keys, [who.id]);
    });
  }
  it('GET /ext/health counts over the connections for heavy reads, as one caller', async () => {
    const keys = watchHeavyReads();
    assert.equal((await fixtures.call(root, 'GET', '/ext/health')).status, 200);
    assert(keys.length >= 3);
    assert.deepEqual([...new Set(keys)], ['service']);
  });
});

describe('shared connections', () => {
  it('reads do not wait behind a slow one while another connection is free', { timeout: 30_000 }, async () => {
    const one = () => sql`select 1`.execute(fixtures.db.read);
    for (let i = 0; i < 9; i++) await one(); // opens all
    const holder = new pg.Client({ connectionString: fixtures.url });
    await holder.connect();
    await holder.query('select pg_advisory_lock(1)');
    try {
      let isSlowDone = false;
      const slow = sql`select pg_advisory_xact_lock(1)`.execute(fixtures.db.read).then(() => {
        isSlowDone = true;
      });
      await nextTurn(); // what one turn asks goes over one connection
      for (let i = 0; i < 9; i++) await one();
      assert(!isSlowDone);
      await holder.query('select pg_advisory_unlock(1)');
      await slow;
    } finally {
      await holder.end();
    }
  });

  const light: [TestUser, string][] = [
    [root, '/tickets'],
    [wanda, '/tickets?limit=100&offset=900'],
    [anna, '/tickets?status=new&priority=high&sort=id'],
    [anna, `/tickets/${ticket}`],
    [anna, `/tickets/${ticket}/events`],
    [anna, `/ext/tickets/${ticket}/contacts`],
    [root, '/users'],
    [root, '/users?q='],
    [anna, '/ext/objects'],
    [anna, '/ext/projects'],
    [anna, '/auth/me'],
  ];
  for (const [who, path] of light) {
    it(`GET ${path.replace(/\/([0-9a-f-]{36}|\d+)/, '/{id}')} by a ${who.role} uses the shared connections`, async () => {
      const keys = watchHeavyReads();
      assert.equal((await fixtures.call(who, 'GET', path)).status, 200);
      assert.deepEqual(keys, []);
    });
  }
});

it('GET /ext/objects?q= by a disabled account returns 403 and takes no connection', async () => {
  const gone = await fixtures.createUser('gone', 'client', { is_active: false });
  const keys = watchHeavyReads();
  const { status, body } = await fixtures.call(gone, 'GET', '/ext/objects?q=l');
  assert.deepEqual([status, body], [403, { error: 'account disabled' }]);
  assert.deepEqual(keys, []);
});

/** Lets every statement that reads rules wait. */
async function lockRules(): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: fixtures.url });
  await client.connect();
  await client.query('begin; lock table recurring_rules in access exclusive mode');
  return () => client.end();
}

/** Passes the time for which others count as active: an account that is not alone gets one connection at a time. */
function becomeAlone(who: TestUser): void {
  const now = performance.now.bind(performance);
  mock.method(performance, 'now', () => now() + 10_000);
  assert(!recentlyActiveTenants.hasOthersThan(who.id));
}

const slow = (who: TestUser): Promise<ApiResponse> => fixtures.call(who, 'GET', '/recurring?offset=1000');

it('heavy reads that hang delay no other account and no other read, and return 503 with Retry-After', async () => {
  const unlock = await lockRules();
  try {
    becomeAlone(anna);
    const first = [slow(anna), slow(anna), slow(anna)];
    await waitFor(() => fixtures.db.connections().heavy === 3);
    const fourth = slow(anna);
    await waitFor(() => fixtures.db.connections().heavyWaiting === 1);

    const found = await fixtures.call(boris, 'GET', '/ext/objects?q=gate');
    assert.deepEqual([found.status, found.body.total], [200, 1], 'a search of another account');
    for (const path of ['/auth/me', '/tickets', `/tickets/${ticket}`, '/projects']) {
      assert.equal((await fixtures.call(anna, 'GET', path)).status, 200, path);
    }
    const login = await fixtures.call(undefined, 'POST', '/auth/login', { email: anna.email, password });
    assert.equal(login.status, 200, 'a login');
    await waitFor(() => fixtures.db.connections().heavy === 3); // the place of a read that has ended rests
    assert.equal(fixtures.db.connections().heavyWaiting, 1, 'they still hang');

    for (const { status, headers, body } of await Promise.all(first)) {
      assert.deepEqual([status, headers['retry-after']], [503, '5']);
      assert.deepEqual(Object.keys(body), ['error']);
    }
    await unlock();
    assert.equal((await fourth).status, 200, 'the one that waited');
  } finally {
    await unlock();
  }
});

it('first pages and single reads return 200 while all connections for heavy reads are taken', async () => {
  const unlock = await lockRules();
  try {
    // Accounts of their own: a place of anna may still rest.
    const clients = await Promise.all(['third', 'fourth', 'fifth', 'sixth'].map((name) => fixtures.createUser(name, 'client')));
    const hanging = clients.map(slow);
    await waitFor(() => fixtures.db.connections().heavy === 4);
    const queued = fixtures.call(boris, 'GET', '/ext/objects?q=gate');
    await waitFor(() => fixtures.db.connections().heavyWaiting === 1);
    for (const who of [root, anna, wanda]) {
      for (const path of ['/auth/me', '/tickets', `/tickets/${ticket}`]) {
        assert.equal((await fixtures.call(who, 'GET', path)).status, 200, path);
      }
    }
    assert.equal(fixtures.db.connections().heavy, 4, 'they still hang');
    await unlock();
    for (const { status } of await Promise.all([...hanging, queued])) assert.equal(status, 200);
  } finally {
    await unlock();
  }
});

it('an account gets one connection for heavy reads at a time while others use the service', async () => {
  const unlock = await lockRules();
  try {
    assert.equal((await fixtures.call(boris, 'GET', '/auth/me')).status, 200);
    const reads = [slow(anna), slow(anna)];
    const isOneAtATime = () => fixtures.db.connections().heavyWaiting === 1 && fixtures.db.connections().heavy === 1;
    await waitFor(isOneAtATime); // the place of an earlier read may still rest
    await unlock();
    for (const { status } of await Promise.all(reads)) assert.equal(status, 200);
  } finally {
    await unlock();
  }
});

it('a heavy read does not start its second statement after the first one failed', async () => {
  const sent: string[] = [];
  let released = 0;
  const query = async (text: unknown): Promise<never> => {
    sent.push(String(text));
    throw new Error('no');
  };
  const client: PostgresPoolClient = { query: query as never, release: () => void released++ };
  const pool: PostgresPool = { connect: async () => client, end: async () => {}, options: {} };
  const reads = new HeavyReads(() => pool);
  const one = (text: string) => (db: Parameters<Parameters<HeavyReads['run']>[1]>[0]) => sql.raw(text).execute(db);
  await assert.rejects(
    reads.run({ key: 'a' }, (db) => Promise.all([one('first')(db), one('second')(db)])),
    /no/,
  );
  await new Promise(setImmediate);
  assert.deepEqual(sent, ['first']);
  assert.equal(released, 1);
  await assert.rejects(reads.run({ key: 'a' }, one('third')));
  assert.deepEqual(sent, ['first', 'third'], 'the next read is not held back');
});
