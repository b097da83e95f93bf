import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { FakeIndexedDb } from './fake-indexed-db.ts';

// A page that acts for somebody, as it is after a switch: anna, who has signed in, acts for boris.

const fake = new FakeIndexedDb();
const { setTimeout: setTimer } = globalThis;
const stored = new Map([
  [
    'callout.acting',
    JSON.stringify({ sender: 'anna', principal: { id: 'boris', name: 'Boris', role: 'client', scope: 'write' } }),
  ],
]);
const opened: string[] = [];
Object.defineProperty(globalThis, 'navigator', { value: { onLine: true, languages: ['en'] }, configurable: true });
Object.defineProperty(globalThis, 'sessionStorage', {
  value: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  },
  configurable: true,
});
Object.assign(globalThis, {
  indexedDB: fake,
  location: { replace: (path: string) => opened.push(path) },
  addEventListener: () => {},
  removeEventListener: () => {},
  document: { addEventListener: () => {}, documentElement: {} },
  BroadcastChannel: class {
    postMessage(): void {}
    addEventListener(): void {}
    removeEventListener(): void {}
    close(): void {}
  },
  setTimeout: (...args: Parameters<typeof setTimer>) => {
    const timer = setTimer(...args) as unknown as { unref: () => unknown };
    return timer.unref();
  },
});

const { isPageWhileActing, takesActFor, withActFor } = await import('../../web/src/api/act-for.ts');
const { tokensOf } = await import('../../web/src/api/client.ts');
const { accountKey, endRefusedActing, takeEndedPrincipal } = await import('../../web/src/session/acting.ts');
const { currentAccountKey, currentSession, setPhase } = await import('../../web/src/session/session-store.ts');
const { addItem, hasUnstoredItems, listItems, removeItem } = await import('../../web/src/offline-queue/stored-items.ts');
const { queryClient } = await import('../../web/src/api/query-client.ts');
const { startOfflineData } = await import('../../web/src/offline-data/stored-session.ts');
type Profile = import('../../web/src/contract/schemas.ts').Profile;

const signIn = (id: string): void =>
  setPhase({
    name: 'signed-in',
    session: { token: `token of ${id}`, receivedAt: 0, expiresAt: Date.now() + 60_000, user: { id, role: 'client' } as Profile },
  });

const actFor = '#/components/parameters/ActFor';

interface Description {
  paths: Record<string, Record<string, { parameters?: { $ref?: string }[]; security?: unknown[] }>>;
}

describe('a page that acts for somebody', () => {
  it('sends the header with the operations that take it by docs/openapi.json, and with no other one that needs a token', () => {
    const { paths }: Description = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));
    const wrong: string[] = [];
    for (const [path, operations] of Object.entries(paths)) {
      const url = path.replaceAll(/\{\w+\}/g, '7');
      const isTaken = Object.values(operations).some(({ parameters }) => parameters?.some(({ $ref }) => $ref === actFor));
      const isPublic = Object.values(operations).every(({ security }) => security?.length === 0);
      if (isPublic) continue; // it ignores the header
      if (takesActFor(url) !== isTaken || takesActFor(`${url}?limit=1`) !== isTaken) wrong.push(path);
    }
    assert.deepEqual(wrong, []);
    assert(Object.keys(paths).length > 100);
  });

  it('ends acting when the service refuses it, and not for another refusal', async () => {
    const sent: [string, string | null][] = [];
    let refused = 0;
    const answers: Record<string, string> = { '/tickets': 'may_not_act_for', '/projects': 'read_only_grant' };
    const send = withActFor(
      async (url, init) => {
        sent.push([url, new Headers(init.headers).get('act-for')]);
        return new Response('{}', { status: 403, headers: { 'error-code': answers[url] ?? '' } });
      },
      'boris',
      () => refused++,
    );
    for (const url of ['/projects', '/ext/me', '/tickets']) await send(url, { headers: { accept: 'application/json' } });
    assert.deepEqual(sent, [
      ['/projects', 'boris'],
      ['/ext/me', null],
      ['/tickets', 'boris'],
    ]);
    assert.equal(refused, 1);
  });

  it('keeps what it has not sent in memory, apart from the items of the own account', async () => {
    signIn('anna');
    const user = currentAccountKey() ?? '';
    assert.equal(user, accountKey('anna'));
    assert.notEqual(user, 'anna');
    await addItem({ user, ticketId: 7, text: 'For Boris', files: [] });
    assert.equal(hasUnstoredItems(), true);
    const [item] = await listItems(user);
    assert(item && item.key % 1 !== 0, 'the database counts in integers');
    assert.deepEqual(await listItems('anna'), []);
    await removeItem(item.key);
    assert.equal(hasUnstoredItems(), false);
  });

  it('stores nothing of what it reads', () => {
    startOfflineData(queryClient);
    assert.equal(queryClient.getQueryCache().hasListeners(), false);
  });

  it('gives its token to no request of the own account', async () => {
    signIn('anna');
    assert.equal(await tokensOf().getToken(), 'token of anna');
    await assert.rejects(tokensOf('anna').getToken(), /another account/);
  });

  it('opens no page on what belongs to the sender', () => {
    for (const path of [
      '/profile',
      '/security',
      '/notifications/settings',
      '/webhooks/7',
      '/snippets',
      '/deputies',
      '/teams?x=1',
    ])
      assert.equal(isPageWhileActing(path), false, path);
    for (const path of ['/', '/tickets/7', '/projects', '/profiles']) assert.equal(isPageWhileActing(path), true, path);
  });

  it('opens no form when it may look only', () => {
    for (const path of ['/tickets/new', '/rules/new', '/import/objects']) {
      assert.equal(isPageWhileActing(path, false), true, path);
      assert.equal(isPageWhileActing(path, true), false, path);
    }
    for (const path of ['/', '/tickets', '/tickets/7', '/rules/3', '/rules/calendar'])
      assert.equal(isPageWhileActing(path, true), true, path);
  });

  it('is loaded again for the own account when another user signs in', () => {
    signIn('anna');
    signIn('mallory');
    assert.equal(currentSession()?.user.id, 'anna');
    assert.equal(stored.get('callout.acting'), undefined);
    assert.deepEqual(opened, ['/app/']);
    endRefusedActing(); // of a request that was under way
    assert.equal(takeEndedPrincipal(), undefined);
  });
});
