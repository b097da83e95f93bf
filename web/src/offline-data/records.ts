import { createDatabase } from '../lib/indexed-db.ts';

// What an account has read, stored for a start without a connection: its profile, responses and small photos. A browser
// without a database, or with a full one, stores nothing: no function here throws.

/** `photo`: a photo in a small version. */
export type RecordKind = 'profile' | 'response' | 'photo';

export interface DataRecord<Value = unknown> {
  key: string;
  /** the id of the account; its records are read for no other one */
  user: string;
  kind: RecordKind;
  value: Value;
  /** when the value was read from the service, in milliseconds */
  at: number;
}

/** Records of an older version are removed. It grows when a page cannot show the responses that an older version has stored. */
const version = 1;
const storeName = 'records';

const runRequest = createDatabase({
  name: 'callout-data',
  version,
  storeName,
  upgrade(database) {
    if (database.objectStoreNames.contains(storeName)) database.deleteObjectStore(storeName);
    database.createObjectStore(storeName, { keyPath: 'key' }).createIndex('kind', ['user', 'kind']);
  },
});

/** Nothing that was read longer ago is shown. */
const maxAgeMs = 7 * 24 * 3_600_000;

/** A record; its key is the account, the kind and the id. */
export const createRecord = <Value>(
  user: string,
  kind: RecordKind,
  id: string | number,
  value: Value,
  at = Date.now(),
): DataRecord<Value> => ({ key: recordKey(user, kind, id), user, kind, value, at });

/** The key of a record. */
export const recordKey = (user: string, kind: RecordKind, id: string | number): string => `${user} ${kind} ${id}`;

/** The records of an account that are not too old, the newest first. */
export async function readRecords<Value>(user: string, kind: RecordKind): Promise<DataRecord<Value>[]> {
  return (await readAll<Value>(user, kind)).filter(isRecent);
}

const readAll = <Value>(user: string, kind: RecordKind): Promise<DataRecord<Value>[]> =>
  runRequest<DataRecord<Value>[]>('readonly', (store) => store.index('kind').getAll([user, kind])).then(
    (records) => records.sort((a, b) => b.at - a.at),
    () => [],
  );

/** One record of an account. */
export async function readRecord<Value>(user: string, kind: RecordKind, id: string | number): Promise<Value | undefined> {
  const key = recordKey(user, kind, id);
  const record = await runRequest<DataRecord<Value> | undefined>('readonly', (store) => store.get(key)).catch(() => undefined);
  return record && isRecent(record) ? record.value : undefined;
}

// A time in the future is from a clock that was wrong.
const isRecent = ({ at }: DataRecord): boolean => Math.abs(Date.now() - at) < maxAgeMs;

/**
 * Stores records; they replace those with the same key.
 * @returns false when they could not be stored
 */
export function writeRecords(records: readonly DataRecord[]): Promise<boolean> {
  const [first, ...others] = records;
  if (!first) return Promise.resolve(true);
  return runRequest('readwrite', (store) => {
    for (const record of others) store.put(record);
    return store.put(first);
  }).then(
    () => true,
    () => false,
  );
}

/**
 * Removes the records of a kind that are too old, and the oldest of the others.
 * @param isKept whether a record stays; called from the newest to the oldest
 */
export async function trimRecords(user: string, kind: RecordKind, isKept: (record: DataRecord, position: number) => boolean) {
  const records = await readAll(user, kind);
  const removed = records.filter((record, position) => !(isRecent(record) && isKept(record, position)));
  if (removed.length === 0) return;
  await runRequest('readwrite', (store) => removed.map(({ key }) => store.delete(key)).at(-1) as IDBRequest).catch(() => {});
}

/** Removes the records of all other accounts. */
export async function removeOtherUsers(user: string): Promise<void> {
  await runRequest('readwrite', (store) => {
    store.delete(IDBKeyRange.upperBound(user, true));
    return store.delete(IDBKeyRange.lowerBound(`${user}!`)); // ! comes right after the space of the own keys
  }).catch(() => {});
}

/** Removes everything. */
export async function removeAll(): Promise<void> {
  await runRequest('readwrite', (store) => store.clear()).catch(() => {});
}
