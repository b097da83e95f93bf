import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after, before, describe, it, mock } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import pino from 'pino';
import { maxStreamsPerTenant, TicketEventStream } from '../src/outbound/live-updates/event-stream.ts';
import { JournalPoller } from '../src/outbound/live-updates/journal-poller.ts';
import { liveUpdates } from '../src/outbound/live-updates/routes.ts';
import { NotificationListener, notify } from '../src/platform/database/listen.ts';
import { ApiTokenScheme } from '../src/product/identity/api-tokens/token-scheme.ts';
import { accessTokenScheme } from '../src/product/identity/auth/access-tokens.ts';
import { notifyTicketChanged } from '../src/product/tickets/notify-change.ts';
import { FaultProxy } from '../testing/fault-proxy.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';
import { openSession } from '../testing/open-session.ts';
import { waitFor } from '../testing/wait.ts';

// The console's stream of changes, over a real socket: /ext/live.

const fixtures = await Fixtures.create();
const { anna, boris, wanda, ivan, oleg, root } = fixtures;
const ticket = await fixtures.createTicket();
let url = '';
before(async () => {
  await fixtures.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(fixtures.app.server.address() as AddressInfo).port}`;
});
const streams: AbortController[] = [];
after(() => {
  for (const stream of streams) stream.abort();
});

class Stream {
  text = '';
  ended = false;

  /** What the events name; `any` for one without ids: any ticket may have changed. */
  get changes(): (number | 'any')[] {
    return [...this.text.matchAll(/event: tickets\ndata: (.*)\n\n/g)].flatMap<number | 'any'>(([, data = '']) => {
      const { ids } = JSON.parse(data) as { ids?: number[] };
      return ids ?? 'any';
    });
  }

  get ids(): number[] {
    return this.changes.filter((change) => change !== 'any');
  }

  static async open(who: TestUser, more: Record<string, string> = {}): Promise<Stream> {
    const stop = new AbortController();
    streams.push(stop);
    const headers = { authorization: `Bearer ${await fixtures.accessTokenFor(who)}`, ...more };
    const response = await fetch(`${url}/ext/live`, { headers, signal: stop.signal });
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
    const stream = new Stream();
    void stream.#read(response);
    await waitFor(() => stream.text.includes('event: hello'));
    return stream;
  }

  async #read(response: Response): Promise<void> {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of response.body ?? []) {
        this.text += decoder.decode(chunk, { stream: true });
      }
    } catch {
      // aborted at the end
    }
    this.ended = true;
  }

  /** A request by hand, whose answer nobody reads. */
  static async ask(who: TestUser): Promise<{ socket: Socket; response: ServerResponse }> {
    const { port } = fixtures.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1').pause();
    const asked = once(fixtures.app.server, 'request');
    socket.write(`GET /ext/live HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${await fixtures.accessTokenFor(who)}\r\n\r\n`);
    const [, response] = await asked;
    return { socket, response };
  }

  receives(id: number): Promise<unknown> {
    return waitFor(() => this.ids.includes(id));
  }
}

describe('GET /ext/live', () => {
  it('GET /ext/live returns 401 without a token and 403 for a disabled account', async () => {
    assert.equal((await fetch(`${url}/ext/live`)).status, 401);
    const disabled = await fixtures.createUser('dora', 'client', { is_active: false });
    const headers = { authorization: `Bearer ${await fixtures.accessTokenFor(disabled)}` };
    assert.equal((await fetch(`${url}/ext/live`, { headers })).status, 403);
  });

  it('GET /ext/live sends the id of a changed ticket to those who may see it and to nobody else', async () => {
    const people = [anna, boris, wanda, ivan, oleg, root];
    const [a, b, w, i, o, r] = await Promise.all(people.map((who) => Stream.open(who)));
    assert(a && b && w && i && o && r);
    // The first of the streams makes the service look, and hears that something may have been missed.
    await waitFor(() => [a, b, w, i, o, r].some(({ changes }) => changes.includes('any')));
    const id = await fixtures.createTicket();
    await Promise.all([a, w, r].map((stream) => stream.receives(id)));
    const foreign = await fixtures.createTicket({}, boris, fixtures.gate);
    await Promise.all([b, r].map((stream) => stream.receives(foreign)));
    assert.deepEqual([a.ids, w.ids, b.ids, i.ids, o.ids], [[id], [id], [foreign], [], []]);
  });

  it('a stream with Act-For tells of what the principal sees, and ends when the grant ends or the principal is disabled', async () => {
    const deputy = await fixtures.createUser('deputy', 'client');
    const invitation = { email: deputy.email, scope: 'read' };
    const { body } = await fixtures.call(anna, 'POST', '/ext/grants', invitation);
    const token = body.link.split('#token=')[1];
    assert.equal((await fixtures.call(deputy, 'POST', '/ext/grants/accept', { token })).status, 200);
    const [acting, own] = [await Stream.open(deputy, { 'act-for': anna.id }), await Stream.open(deputy)];
    const foreign = await fixtures.createTicket({}, boris, fixtures.gate);
    const id = await fixtures.createTicket();
    await acting.receives(id);
    assert(!acting.ids.includes(foreign));
    assert.deepEqual(own.ids, []);
    const notifications = new NotificationListener({ connectionString: fixtures.url }, pino({ level: 'silent' }));
    const running = liveUpdates.start?.({ ...fixtures.deps, notifications });
    await waitFor(async () => {
      const { rows } = await sql`select from pg_stat_activity where application_name = 'callout listener'`.execute(
        fixtures.db.read,
      );
      return rows.length > 0;
    });
    // The listener has connected: something may have been missed before.
    await waitFor(() => own.changes.includes('any'));
    assert.equal((await fixtures.call(deputy, 'DELETE', `/ext/grants/${body.id}`)).status, 200);
    await waitFor(() => acting.ended);
    assert.equal(own.ended, false);
    const former = await fixtures.createUser('former', 'client');
    const forFormer = await Stream.open(root, { 'act-for': former.id });
    const notified = mock.method(fixtures.deps.liveUpdates, 'actingRightsChanged');
    assert.equal((await fixtures.call(root, 'PATCH', `/users/${former.id}`, { is_active: false })).status, 200);
    await waitFor(() => notified.mock.callCount() > 0); // a heartbeat would end the stream later, and is not counted
    await waitFor(() => forFormer.ended);
    notified.mock.restore();
    await running?.stop();
    await notifications.close();
  });

  it('GET /ext/live tells other workers once that a free ticket was taken, and nothing about it afterwards', async () => {
    const olga = await fixtures.createUser('olga', 'worker');
    await fixtures.addMember(fixtures.tower, olga, 'active');
    const [w, other] = await Promise.all([Stream.open(wanda), Stream.open(olga)]);
    const id = await fixtures.createTicket();
    await other.receives(id);
    const before = other.ids.length;
    await fixtures.call(wanda, 'PATCH', `/tickets/${id}/take`);
    await waitFor(() => other.ids.length === before + 1);
    await w.receives(id);
    const notified = w.ids.length;
    await fixtures.call(wanda, 'PATCH', `/tickets/${id}/start`);
    await waitFor(() => w.ids.length > notified);
    assert.equal(other.ids.length, before + 1);
  });

  it('GET /ext/live tells those who may see a ticket of a change that its journal does not record', async () => {
    const listener = new NotificationListener({ connectionString: fixtures.url }, fixtures.deps.log);
    const running = liveUpdates.start?.({ ...fixtures.deps, notifications: listener });
    try {
      const [a, b, w, o] = await Promise.all([anna, boris, wanda, oleg].map((who) => Stream.open(who)));
      assert(a && b && w && o);
      const id = await fixtures.createTicket();
      // The listener may not be connected yet, and the journal tells of the ticket once.
      await waitFor(async () => {
        await fixtures.transaction((tx) => notifyTicketChanged(tx, id));
        return a.ids.filter((one) => one === id).length > 1;
      });
      await w.receives(id);
      await fixtures.transaction(async (tx) => {
        await notifyTicketChanged(tx, await fixtures.createTicket({}, boris, fixtures.gate));
      });
      await waitFor(() => b.ids.length > 0);
      assert(!o.ids.includes(id) && !b.ids.includes(id));

      const r = await Stream.open(root);
      const working = await fixtures.createTicketWithStatus('assigned');
      const free = await fixtures.createTicket();
      const streams = [a, w, r];
      await Promise.all(streams.map((stream) => stream.receives(free)));
      const timesOf = (ticketId: number): number[] => streams.map(({ ids }) => ids.filter((one) => one === ticketId).length);
      const [before, received] = [timesOf(working), timesOf(free)];
      const path = `/ext/tickets/${working}/comments`;
      assert.equal((await fixtures.call(root, 'POST', path, { text: 'Only for us', internal: true })).status, 201);
      await fixtures.transaction((tx) => notifyTicketChanged(tx, free));
      await waitFor(() => timesOf(free).every((times, index) => times > (received[index] ?? 0)));
      const notified = timesOf(working).map((times, index) => times - (before[index] ?? 0));
      assert.deepEqual(notified, [0, 1, 1], 'of an internal comment: not anna, but wanda and root');
    } finally {
      await running?.stop();
      await listener.close();
    }
  });

  it('GET /ext/live removes a subscriber who disconnects while the account is checked', async () => {
    const [added, removed] = [
      mock.method(TicketEventStream.prototype, 'add'),
      mock.method(TicketEventStream.prototype, 'remove'),
    ];
    const { response } = await fixtures.transaction(async (tx) => {
      await sql`lock table users in access exclusive mode`.execute(tx);
      const asked = await Stream.ask(root);
      asked.socket.destroy();
      await once(asked.response, 'close');
      return asked;
    });
    await Stream.open(root); // its check comes after the other's
    assert(response.destroyed);
    assert.equal(added.mock.callCount() - removed.mock.callCount(), 1, 'the one that is open');
    mock.restoreAll();
  });

  it('GET /ext/live ends once, within one heartbeat, when the account is disabled or its session or API token is revoked or expires', async () => {
    const accessTokens = accessTokenScheme(fixtures.deps);
    const apiTokens = new ApiTokenScheme(fixtures.deps);
    const expiry = new Date(fixtures.now.getTime() + 60_000);
    const accessTokenOf = ({ id, role }: TestUser, isShort: boolean) => {
      const exp = expiry.getTime() / 1_000 + (isShort ? 0 : 3_600);
      return { scheme: accessTokens, claims: { sub: id, role, ver: 0, exp } };
    };
    const apiTokenOf = async (who: TestUser, isShort: boolean) => {
      await openSession(fixtures, who);
      const expires_at = isShort ? expiry.toISOString() : null;
      const { body } = await fixtures.call(who, 'POST', '/ext/tokens', { name: 'program', scope: 'read', expires_at });
      const claims = await apiTokens.verify(body.token, fixtures.now);
      assert(claims);
      return { scheme: apiTokens, claims };
    };
    mock.timers.enable({ apis: ['setInterval'] });
    const feed = new TicketEventStream(fixtures.deps);
    const subscribers: { who: TestUser; way: string; states: string[] }[] = [];
    for (const tokenOf of [accessTokenOf, apiTokenOf]) {
      for (const way of ['kept', 'revoked', 'expired', 'disabled', 'expired-disabled']) {
        const who = await fixtures.createUser(`${way}-${tokenOf.name}`, 'client');
        const states: string[] = [];
        feed.add({
          actor: { id: who.id, role: who.role },
          tenant: who.id,
          token: await tokenOf(who, way.startsWith('expired')),
          ticketsChanged: () => {},
          heartbeat: () => states.push('beat'),
          end: () => states.push('end'),
        });
        subscribers.push({ who, way, states });
      }
    }
    const ends = () => subscribers.map(({ states }) => states.filter((state) => state === 'end').length);
    mock.timers.tick(15_000);
    await waitFor(() => subscribers.every(({ states }) => states.length === 1));
    assert.deepEqual(ends(), Array(10).fill(0));
    const of = (...ways: string[]) => subscribers.filter(({ way }) => ways.includes(way)).map(({ who }) => who);
    for (const { id } of of('disabled', 'expired-disabled')) {
      await fixtures.call(root, 'PATCH', `/users/${id}`, { is_active: false });
    }
    const revoked = of('revoked').map(({ id }) => id);
    await fixtures.transaction(async (tx) => {
      await tx.updateTable('users').set({ token_version: 1 }).where('id', 'in', revoked).execute();
      await tx.deleteFrom('api_tokens').where('user_id', 'in', revoked).execute();
    });
    fixtures.now = expiry;
    mock.timers.tick(15_000);
    await waitFor(() => feed.size === 2);
    const expected = [0, 1, 1, 1, 1];
    assert.deepEqual(ends(), [...expected, ...expected]);
    feed.stop();
    mock.timers.reset();
    assert.deepEqual(ends(), Array(10).fill(1), 'the others end with the service');
  });

  it('are refused above 1,000 of a tenant; those that are open, and other tenants, keep theirs', () => {
    const feed = new TicketEventStream(fixtures.deps);
    const scheme = accessTokenScheme(fixtures.deps);
    const of = (id: string, tenant: string) => ({ actor: { id, role: 'worker' as const }, tenant });
    for (let i = 0; i < maxStreamsPerTenant; i++) {
      assert(!feed.isFull(of('new', 't')));
      const token = { scheme, claims: { sub: 'w', role: 'worker', ver: 0, exp: fixtures.now.getTime() } };
      const ignore = (): void => {};
      feed.add({ ...of(`w${i >> 3}`, 't'), token, ticketsChanged: ignore, heartbeat: ignore, end: ignore });
    }
    assert.deepEqual([feed.isFull(of('new', 't')), feed.isFull(of('new', 'other'))], [true, false]);
    assert.equal(feed.size, maxStreamsPerTenant);
    feed.stop();
  });

  it('after 50 messages at once, the next changes are sent a second later', async (t) => {
    const feed = new TicketEventStream(fixtures.deps);
    const received = { first: 0, second: 0 };
    const scheme = accessTokenScheme(fixtures.deps);
    const token = { scheme, claims: { sub: root.id, role: 'admin', ver: 0, exp: fixtures.now.getTime() } };
    const add = (id: string, ticketsChanged: () => void): void =>
      feed.add({ actor: { id, role: 'admin' }, tenant: id, token, ticketsChanged, heartbeat: () => {}, end: () => {} });
    const timers = t.mock.method(globalThis, 'setTimeout');
    const delays = (): unknown[] =>
      timers.mock.calls.flatMap(({ arguments: [callback, delayMs] }) => (String(callback).includes('#poll') ? [delayMs] : []));
    add('first', () => received.first++);
    await waitFor(() => received.first > 0 && delays().includes(200));
    assert(!delays().includes(1_000));
    for (let i = 0; i < 50; i++) add(`second${i >> 3}`, () => received.second++);
    await fixtures.createTicket();
    await waitFor(() => received.second >= 50 && delays().includes(1_000));
    feed.stop();
  });

  it('GET /ext/live ends when the service stops, also for clients that do not read or connect too late', async () => {
    const stream = await Stream.open(root);
    const added = mock.method(TicketEventStream.prototype, 'add');
    const { socket, response } = await Stream.ask(root);
    const subscriber = (await waitFor(() => added.mock.calls[0])).arguments[0];
    const many = Array.from({ length: 6_000 }, (_, i) => i);
    await waitFor(() => {
      if (response.writableLength > 0) return true;
      subscriber?.ticketsChanged(many);
      return false;
    });
    const [call] = added.mock.calls;
    assert(call);
    (call.this as TicketEventStream).stop();
    await waitFor(() => stream.ended);
    assert(!response.writableFinished, 'this one waits for its reader');
    const before = stream.changes.length;
    for (let i = 0; i < 3; i++) await fixtures.createTicket();
    await sleep(200); // changes are gathered so long before they are told
    assert.equal(stream.changes.length, before);
    const late = await Stream.open(root);
    await waitFor(() => late.ended);
    socket.destroy();
  });
});

// What /ext/live reads: each entry of the journal once, in whatever order transactions commit.

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

/** A transaction of somebody else that has written entries, and is not committed yet. */
async function entries(count: number, id = ticket): Promise<{ commit: () => Promise<void> }> {
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
    commit: async () => {
      await client.query('commit');
      await client.end();
    },
  };
}

/** As a transaction does that is rolled back. */
const consumeIds = (count: number) =>
  fixtures.transaction((tx) =>
    sql`select nextval(pg_get_serial_sequence('ticket_events', 'id')) from generate_series(1, ${count}::integer)`.execute(tx),
  );

const committed = async (count: number, id = ticket): Promise<void> => (await entries(count, id)).commit();

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
    await slow.commit();
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
    await slow.commit();
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
    await large.commit();
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
    await open.commit();
    assert.deepEqual(await poll.ids(), [ticket]);
  });

  it('JournalPoller drops an entry that is still not visible after one minute', async () => {
    const poll = await started();
    const open = await entries(1);
    const id = await fixtures.createTicket();
    assert.deepEqual(await poll.ids(), [id]);
    poll.nowMs += pendingMs;
    assert.deepEqual(await poll.ids(), []);
    await open.commit();
    assert.deepEqual(await poll.ids(), [], 'no statement runs for so long');
  });

  it('JournalPoller returns "any" once, a minute later, for entries beyond its memory limit', async () => {
    const poll = await started();
    const forgotten = await entries(1);
    const id = await fixtures.createTicket();
    for (let i = 0; i < 3; i++) {
      await consumeIds(9_000);
      await committed(1, id);
      assert.deepEqual(await poll.ids(), [id]);
    }
    await forgotten.commit();
    poll.nowMs += pendingMs - 1;
    assert.deepEqual(await poll.ids(), []);
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
      let received = 0;
      notifications.on('bots', () => received++);
      await waitFor(() => received === 1);
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
      let received = 0;
      notifications.on('bots', () => received++);
      await waitFor(() => received === 1);
      proxy.disconnect();
      proxy.restore();
      await waitFor(() => received === 2);
      await fixtures.db.transaction((tx) => notify(tx, 'bots'));
      await waitFor(() => received === 3);
      await assertCloses(notifications);
    } finally {
      proxy.close();
    }
  });
});
