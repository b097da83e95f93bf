import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createClient,
  type Fetch,
  type LiveUpdate,
  Session,
  SessionEndedError,
  type SessionStore,
  type StoredSession,
} from '../../clients/typescript/src/index.ts';
import { Fixtures, password } from '../../testing/fixtures.ts';
import { photo } from '../../testing/photo-files.ts';

// The client against the service, over TCP.

const fixtures = await Fixtures.create();
const { anna, wanda, lobby } = fixtures;
const baseUrl = await fixtures.app.listen({ host: '127.0.0.1', port: 0 });

/** Counts the requests to a path. */
function countRequests(path: string): { fetch: Fetch; count: () => number } {
  let count = 0;
  const fetch: Fetch = (url, init) => {
    if (new URL(url).pathname === path) count++;
    return globalThis.fetch(url, init);
  };
  return { fetch, count: () => count };
}

async function signedIn(email: string) {
  const session = new Session({ baseUrl });
  await session.signIn(email, password);
  return createClient({ baseUrl, auth: session });
}

describe('a session', () => {
  it('signs in, calls operations, keeps its tokens fresh and ends', async () => {
    const refreshes = countRequests('/auth/refresh');
    let stored: StoredSession | undefined;
    const store: SessionStore = {
      load: () => stored,
      save: (session) => {
        stored = session;
      },
    };
    const session = new Session({ baseUrl, store, fetch: refreshes.fetch });
    assert.equal((await session.signIn(anna.email, password)).id, anna.id);
    const client = createClient({ baseUrl, auth: session });
    assert.equal((await client.call('GET /auth/me')).email, anna.email);
    assert.equal(refreshes.count(), 0);
    const first = stored;
    assert(first?.refreshToken);
    stored = { ...first, expiresAt: Date.now() };
    const calls = await Promise.all(Array.from({ length: 10 }, () => client.call('GET /auth/me')));
    assert.deepEqual([calls.length, refreshes.count()], [10, 1]);
    assert.notEqual(stored?.refreshToken, first.refreshToken);
    await session.signOut();
    assert.equal(await session.user(), undefined);
    await assert.rejects(client.call('GET /auth/me'), SessionEndedError);
  });

  it('is refreshed once by several instances that share their store, when all their tokens are refused', async () => {
    const refreshes = countRequests('/auth/refresh');
    let stored: StoredSession | undefined;
    const store: SessionStore = {
      load: async () => stored,
      save: async (session) => {
        stored = session;
      },
    };
    const sessions = [1, 2, 3].map(() => new Session({ baseUrl, store, fetch: refreshes.fetch }));
    await sessions[0]?.signIn(anna.email, password);
    assert(stored);
    const refused: StoredSession = { ...stored, token: 'refused' };
    stored = refused;
    const clients = sessions.map((auth) => createClient({ baseUrl, auth }));
    const answers = await Promise.all(clients.map((client) => client.call('GET /auth/me')));
    assert.deepEqual([answers.map(({ id }) => id), refreshes.count()], [[anna.id, anna.id, anna.id], 1]);
    // A refresh token that is used twice would have ended all sessions.
    assert.equal((await clients[0]?.call('GET /ext/me'))?.profile.id, anna.id);
  });
});

describe('operations', () => {
  it('create, upload, download and list with their types', async () => {
    const client = await signedIn(anna.email);
    const made = await client.call('POST /tickets', {
      body: { category: 'electric', description: 'The lamp is dark', object_id: lobby },
    });
    const worker = await signedIn(wanda.email);
    await worker.call('PATCH /tickets/{id}/take', { params: { id: made.id } });
    await worker.call('PATCH /tickets/{id}/start', { params: { id: made.id } });
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(photo('jpeg'))]), 'lamp.jpg');
    const added = await worker.call('POST /tickets/{id}/photos', { params: { id: made.id }, body });
    assert.equal(added.original_name, 'lamp.jpg');
    const csv = await client.call('GET /ext/tickets.csv', { query: { timezone: 'Europe/Berlin' } });
    assert.match(await csv.text(), /The lamp is dark/);
    const response = await client.fetch('GET /ext/tickets.csv');
    assert.equal(response.headers.get('content-type')?.split(';')[0], 'text/csv');
    await response.body?.cancel();
  });

  it('work with a personal API token, and tell about changes', async () => {
    const { token } = await (await signedIn(anna.email)).call('POST /ext/tokens', { body: { name: 'report', scope: 'write' } });
    const client = createClient({ baseUrl, auth: token });
    const stopping = new AbortController();
    const seen: LiveUpdate[] = [];
    const created: number[] = [];
    for await (const update of client.liveUpdates({ signal: stopping.signal })) {
      seen.push(update);
      // The first change may come without ids.
      if (update.type === 'tickets' && update.ids) stopping.abort();
      else created.push(await fixtures.createTicket());
    }
    const last = seen.at(-1);
    assert.deepEqual(seen[0], { type: 'connected' });
    assert(last?.type === 'tickets' && last.ids?.some((id) => created.includes(id)));
  });
});
