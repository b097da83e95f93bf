import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import pino from 'pino';
import { JournalPoller } from '../src/outbound/live-updates/journal-poller.ts';
import { NotificationListener, notify } from '../src/platform/database/listen.ts';
import { FaultProxy } from '../testing/fault-proxy.ts';
import { Fixtures } from '../testing/fixtures.ts';
import { waitFor } from '../testing/wait.ts';

// What /ext/live reads: each entry of the journal once, in whatever order transactions commit.

const fixtures = await Fixtures.create();
const { wanda } = fixtures;
const ticket = await fixtures.createTicket();
const pendingMs = 60_000;

/** A poll of the journal, and the clock that the test gives it. */
class Poll {
  readonly #poller = new JournalPoller(fixtures.deps.db);
  nowMs = 1_000_000;

  poll() {
    return this.#poller.poll(this.nowMs);
  }

  async ids(): Promise<number[] | 'any'> {
    const changes = await this.poll();
    return changes.any ? 'any' : changes.ids.sort((a, b) => a - b);
  }
}

/** A poll that is at the end of the journal. */
async function started(): Promise<Poll> {
  const poll = new Poll();
  assert.equal(await poll.ids(), 'any', 'the first poll');
  poll.nowMs += pendingMs;
  await poll.ids(); // "any" again in a journal that is longer than what it remembers
  return poll;
}

/** A transaction of somebody else that has written entries, and ends when it is told to. */
async function entries(count: number, id = ticket): Promise<{ end: (how: 'commit' | 'rollback') => Promise<void> }> {
  const client = new pg.Client({ connectionString: fixtures.url, statement_timeout: 10_000 });
  client.on('error', () => {}); // the server stops before a test that failed has ended it
  await client.connect();
  await client.query('begin');
  await client.query("update tickets set floor = '1' where id = $1", [id]);
  await client.query(
    `insert into ticket_events (ticket_id, action, from_status, to_status, actor_name, created_at)
     select $1, 'photo_added', 'new', 'new', '', now() from generate_series(1, $2)`,
    [id, count],
  );
  return {
    end: async (how) => {
      await client.query(how);
      await client.end();
    },
  };
}

const committed = async (count: number, id = ticket): Promise<void> => (await entries(count, id)).end('commit');

describe('JournalPoller', () => {
  it('JournalPoller returns each change once and which tickets were new before it', async () => {
    const poll = await started();
    const id = await fixtures.createTicket();
    assert.deepEqual(await poll.poll(), { any: false, ids: [id], wasFree: new Set() });
    assert.deepEqual(await poll.ids(), []);
    await fixtures.call(wanda, 'PATCH', `/tickets/${id}/take`);
    await fixtures.call(wanda, 'PATCH', `/tickets/${id}/start`);
    assert.deepEqual(await poll.poll(), { any: false, ids: [id], wasFree: new Set([id]) });
    assert.deepEqual(await poll.ids(), []);
  });

  it('JournalPoller returns an entry once when it commits after later entries', async () => {
    const poll = await started();
    const slow = await entries(1);
    for (let i = 0; i < 3; i++) {
      const id = await fixtures.createTicket();
      assert.deepEqual(await poll.ids(), [id]);
      assert.deepEqual(await poll.ids(), []);
      poll.nowMs += 15_000;
    }
    await slow.end('commit');
    assert.deepEqual(await poll.ids(), [ticket]);
    assert.deepEqual(await poll.ids(), []);
  });

  it('JournalPoller returns an entry that was written before its first poll and commits afterwards', async () => {
    const slow = await entries(1);
    await fixtures.createTicket(); // the slow one has the lower id
    const poll = new Poll();
    assert.equal(await poll.ids(), 'any', 'the first poll');
    const id = await fixtures.createTicket();
    assert.deepEqual(await poll.ids(), [id]);
    await slow.end('commit');
    assert.deepEqual(await poll.ids(), [ticket]);
    assert.deepEqual(await poll.ids(), []);
  });

  it('JournalPoller returns "any" once for many new entries and continues after them', async () => {
    const poll = await started();
    await committed(2_501);
    assert.equal(await poll.ids(), 'any');
    const id = await fixtures.createTicket();
    assert.deepEqual(await poll.ids(), [id]);
  });

  it('JournalPoller returns the entries of a transaction that has written a thousand, and of those beside it', async () => {
    const poll = await started();
    const large = await entries(1_000);
    const id = await fixtures.createTicket();
    assert.deepEqual(await poll.ids(), [id]);
    await large.end('commit');
    assert.deepEqual(await poll.ids(), [ticket]);
    poll.nowMs += pendingMs;
    assert.deepEqual(await poll.ids(), [], 'nothing was forgotten');
  });

  it('JournalPoller does not return "any" because a transaction stays open', async () => {
    const poll = await started();
    const other = await fixtures.createTicket();
    await poll.ids();
    const open = await entries(1);
    for (let i = 0; i < 8; i++) {
      await committed(300, other);
      assert.deepEqual(await poll.ids(), [other]);
      poll.nowMs += 5_000;
    }
    await open.end('commit');
    assert.deepEqual(await poll.ids(), [ticket]);
  });

  it('JournalPoller drops an entry that is still not visible after one minute', async () => {
    const poll = await started();
    const open = await entries(1);
    const id = await fixtures.createTicket();
    assert.deepEqual(await poll.ids(), [id]);
    poll.nowMs += pendingMs;
    assert.deepEqual(await poll.ids(), []);
    await open.end('commit');
    assert.deepEqual(await poll.ids(), [], 'no statement runs for so long');
  });

  it('JournalPoller returns "any" once, a minute later, for entries beyond its memory limit', async () => {
    const poll = await started();
    const large = await entries(9_000);
    const id = await fixtures.createTicket();
    assert.deepEqual(await poll.ids(), [id]);
    for (let i = 0; i < 3; i++) {
      await (await entries(9_000, id)).end('rollback');
      assert.deepEqual(await poll.ids(), []);
    }
    await large.end('commit');
    poll.nowMs += pendingMs - 1;
    const before = await poll.ids();
    assert(before === 'any' || before.every((one) => one === ticket), 'those that it remembers, or too many of them');
    poll.nowMs += 1;
    assert.equal(await poll.ids(), 'any');
    for (let i = 0; i < 3; i++) {
      poll.nowMs += pendingMs;
      assert.deepEqual(await poll.ids(), []);
    }
  });
});

describe('NotificationListener', () => {
  const log = pino({ level: 'silent' });

  async function assertCloses(notifications: NotificationListener): Promise<void> {
    const closed = notifications.close().then(() => true);
    assert(await Promise.race([closed, sleep(10_000, false, { ref: false })]), 'it does not close');
  }

  it('NotificationListener closes while it waits for the response to its startup message', { timeout: 30_000 }, async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => sockets.push(socket.on('error', () => {}).resume())).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const notifications = new NotificationListener({ connectionString: `postgres://callout@127.0.0.1:${port}/callout` }, log);
    try {
      notifications.on('bots', () => {});
      await waitFor(() => sockets.length === 1);
      await assertCloses(notifications);
    } finally {
      for (const socket of sockets) socket.destroy();
      server.close();
    }
  });

  it('NotificationListener closes while the database does not respond', { timeout: 30_000 }, async () => {
    const proxy = await FaultProxy.start(fixtures.url);
    const notifications = new NotificationListener({ connectionString: proxy.url }, log);
    try {
      let heard = 0;
      notifications.on('bots', () => heard++);
      await waitFor(() => heard === 1);
      proxy.stall();
      await assertCloses(notifications);
    } finally {
      proxy.close();
    }
  });

  it('NotificationListener reconnects after a lost connection and receives later notifications', {
    timeout: 30_000,
  }, async () => {
    const proxy = await FaultProxy.start(fixtures.url);
    const notifications = new NotificationListener({ connectionString: proxy.url }, log);
    try {
      let heard = 0;
      notifications.on('bots', () => heard++);
      await waitFor(() => heard === 1);
      proxy.disconnect();
      proxy.restore();
      await waitFor(() => heard === 2);
      await fixtures.db.transaction((tx) => notify(tx, 'bots'));
      await waitFor(() => heard === 3);
      await assertCloses(notifications);
    } finally {
      proxy.close();
    }
  });
});
