import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { createDatabase, NoDatabaseError } from '../../web/src/lib/indexed-db.ts';
import {
  createRecord,
  readRecord,
  readRecords,
  removeAll,
  removeOtherUsers,
  trimRecords,
  writeRecords,
} from '../../web/src/offline-data/records.ts';
import { FakeIndexedDb, fakeKeyRange } from './fake-indexed-db.ts';

const fake = new FakeIndexedDb();
Object.assign(globalThis, { indexedDB: fake, IDBKeyRange: fakeKeyRange });
beforeEach(() => fake.reset());

interface Row {
  key: number;
  text: string;
}

/** The database of one tab. */
function openTab(version = 1, usesNewerVersion = false) {
  const runRequest = createDatabase({
    ...{ name: 'test', version, storeName: 'rows', usesNewerVersion },
    upgrade: (database) => {
      if (!database.objectStoreNames.contains('rows')) database.createObjectStore('rows', { keyPath: 'key' });
    },
  });
  return {
    put: (key: number, text = '') => runRequest('readwrite', (store) => store.put({ key, text })),
    textOf: async (key: number) => (await runRequest<Row | undefined>('readonly', (store) => store.get(key)))?.text,
    runRequest,
  };
}

describe('createDatabase', () => {
  for (const isTold of [true, false]) {
    it(`opens a connection again that the browser has closed ${isTold ? 'with' : 'without'} an event`, async () => {
      const tab = openTab();
      await tab.put(1, 'lamp');
      fake.closeConnections(isTold);
      assert.equal(await tab.textOf(1), 'lamp');
    });
  }

  it('tries once more after an UnknownError, and throws the second one', async () => {
    const tab = openTab();
    await tab.put(1, 'lamp');
    fake.failures.set('get', 'UnknownError');
    await assert.rejects(tab.textOf(1), { name: 'UnknownError' });
    let attempts = 0;
    const row = await tab.runRequest<Row>('readonly', (store) => {
      if (++attempts === 2) fake.endFailures();
      return store.get(1);
    });
    assert.deepEqual([row.text, attempts], ['lamp', 2]);
  });

  it('stores nothing of a transaction for which there is no space, and goes on when there is', async () => {
    const tab = openTab();
    await tab.put(1, 'old');
    fake.failures.set('put', 'QuotaExceededError');
    const change = tab.runRequest('readwrite', (store) => {
      store.delete(1);
      return store.put({ key: 2, text: 'new' });
    });
    await assert.rejects(change, { name: 'QuotaExceededError' });
    assert.deepEqual([await tab.textOf(1), await tab.textOf(2)], ['old', undefined]);
    fake.endFailures();
    await tab.put(2, 'new');
    assert.equal(await tab.textOf(2), 'new');
  });

  it('does not block a tab with a newer version, and is used by the older page if it may be', async () => {
    const [older, strict] = [openTab(1, true), openTab(1)];
    await older.put(1, 'lamp');
    await strict.put(2);
    const newer = openTab(2);
    assert.equal(await newer.textOf(1), 'lamp');
    assert.equal(await older.textOf(1), 'lamp');
    await older.put(3, 'door');
    assert.equal(await newer.textOf(3), 'door');
    await assert.rejects(strict.textOf(1), { name: 'VersionError' });
    await assert.rejects(openTab(1).textOf(1), NoDatabaseError);
  });

  it('throws NoDatabaseError where the browser denies its storage, until it is allowed', async () => {
    const tab = openTab();
    fake.openError = 'SecurityError';
    await assert.rejects(tab.put(1), NoDatabaseError);
    fake.openError = undefined;
    await tab.put(1, 'lamp');
    assert.equal(await tab.textOf(1), 'lamp');
  });
});

describe('what is stored for a start without a connection', () => {
  const dayMs = 86_400_000;
  const recordAt = (id: string, ageMs: number) => createRecord('wanda', 'response', id, id, Date.now() - ageMs);

  it('is read for its account alone, the newest first, and removed with the session', async () => {
    await writeRecords([recordAt('old', dayMs), recordAt('new', 0), createRecord('otto', 'response', 'his', 'his')]);
    const values = async (user: string) => (await readRecords(user, 'response')).map(({ value }) => value);
    assert.deepEqual([await values('wanda'), await values('otto')], [['new', 'old'], ['his']]);
    await removeOtherUsers('wanda');
    assert.deepEqual([await values('wanda'), await values('otto')], [['new', 'old'], []]);
    await removeAll();
    assert.deepEqual(await values('wanda'), []);
  });

  it('is not read a week later, nor by a clock that was set back by more than a week, and is removed then', async () => {
    await writeRecords([recordAt('past', 7 * dayMs), recordAt('future', -8 * dayMs), recordAt('yesterday', dayMs)]);
    assert.equal(await readRecord('wanda', 'response', 'past'), undefined);
    assert.equal(await readRecord('wanda', 'response', 'future'), undefined);
    assert.equal(await readRecord('wanda', 'response', 'yesterday'), 'yesterday');
    await trimRecords('wanda', 'response', () => true);
    fake.failures.set('delete', 'QuotaExceededError'); // nothing is left to remove
    await trimRecords('wanda', 'response', () => true);
    assert.equal((await readRecords('wanda', 'response')).length, 1);
  });

  /** Another release has upgraded the database. */
  async function upgradeRecords(): Promise<void> {
    const upgraded = createDatabase({ name: 'callout-data', version: 9, storeName: 'records', upgrade: () => {} });
    await upgraded('readonly', (store) => store.count(1)).catch(() => {});
  }

  for (const [fault, begin] of [
    [
      'denied',
      () => {
        fake.openError = 'SecurityError';
      },
    ],
    [
      'full',
      () => {
        for (const operation of ['put', 'delete', 'clear'] as const) fake.failures.set(operation, 'QuotaExceededError');
      },
    ],
    ['of a newer release', upgradeRecords],
  ] as const) {
    it(`is nothing, and nothing throws, when the database is ${fault}`, async () => {
      await begin();
      assert.equal(await writeRecords([recordAt('new', 0)]), false);
      assert.deepEqual(await readRecords('wanda', 'response'), []);
      assert.equal(await readRecord('wanda', 'response', 'new'), undefined);
      await trimRecords('wanda', 'response', () => false);
      await removeOtherUsers('wanda');
      await removeAll();
    });
  }
});
