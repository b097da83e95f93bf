import type { ApiError } from '../api/errors.ts';

// What waits to be sent lies in the browser's database until the service has answered, so that
// neither a reload nor a new login loses it. Where there is no such database (some private
// windows) it lies in memory.

export interface Kept {
  /** grows in the order of taking, over all tabs */
  key: number;
  /** whose photo it is: nobody else's session may send it */
  user: string;
  ticketId: number;
  file: File;
  /** upright and small already */
  isReady: boolean;
  /** it was on its way once, so it may have arrived */
  wasTried: boolean;
  /** what the service said against it */
  refusal?: Pick<ApiError, 'status' | 'message' | 'retryAfter'> | 'unreadable';
}

const name = 'photos';
const memory = new Map<number, Kept>();
let lastInMemory = -1_000_000;
let opened: Promise<IDBDatabase | undefined> | undefined;

function open(): Promise<IDBDatabase | undefined> {
  opened ??= new Promise((resolve) => {
    try {
      const request = indexedDB.open('callout', 1);
      request.onupgradeneeded = () =>
        request.result.createObjectStore(name, { keyPath: 'key', autoIncrement: true }).createIndex('user', 'user');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(undefined);
    } catch {
      resolve(undefined);
    }
  });
  return opened;
}

/** @throws when the database takes nothing (more) */
async function run<Result>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<Result>): Promise<Result> {
  const database = await open();
  if (!database) throw new Error('no database');
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(name, mode);
    const request = work(transaction.objectStore(name));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  });
}

/** @returns its key; negative where it lies in memory only */
export async function keep(photo: Omit<Kept, 'key'>): Promise<number> {
  try {
    return Number(await run('readwrite', (store) => store.add(photo)));
  } catch {
    const key = ++lastInMemory;
    memory.set(key, { ...photo, key });
    return key;
  }
}

/** In the order of taking. */
export async function keptOf(user: string): Promise<Kept[]> {
  const stored = await run<Kept[]>('readonly', (store) => store.index('user').getAll(user)).catch(() => []);
  return [...memory.values()].filter((photo) => photo.user === user).concat(stored.sort((a, b) => a.key - b.key));
}

/** Changes what is still there; what another tab has sent or dropped stays gone. */
export async function amend(photo: Kept): Promise<void> {
  if (memory.has(photo.key)) memory.set(photo.key, photo);
  else if (await isKept(photo.key)) await run('readwrite', (store) => store.put(photo)).catch(() => {});
}

export async function isKept(key: number): Promise<boolean> {
  return memory.has(key) || (await run('readonly', (store) => store.count(key)).catch(() => 0)) > 0;
}

export async function forget(key: number): Promise<void> {
  if (!memory.delete(key)) await run('readwrite', (store) => store.delete(key)).catch(() => {});
}

/** Only in memory: a tab that is closed loses them. */
export const isLossy = (): boolean => memory.size > 0;
