import type { ApiError } from '../api/errors.ts';

// What waits to be sent lies in the browser's database until the service has answered, so that
// neither a reload nor a new login loses it. Where there is no such database (some private
// windows) it lies in memory.

/** A link that says nothing for so long is as good as none. Milliseconds. */
export const patience = 10_000;

interface Waiting {
  /** grows in the order in which things were done, over all tabs */
  key: number;
  /** whose it is: nobody else's session may send it */
  user: string;
  ticketId: number;
  /** what the service said against it */
  refusal?: Pick<ApiError, 'status' | 'message' | 'retryAfter'> | 'unreadable';
}

export interface KeptPhoto extends Waiting {
  file: File;
  /** upright and small already */
  isReady: boolean;
  /** it was on its way once, so it may have arrived */
  wasTried: boolean;
}

/** Steps that only the ticket's own worker can take: nobody else is faster while they wait. */
export const stepsThatWait = ['start', 'done'] as const;
export type StepThatWaits = (typeof stepsThatWait)[number];

export interface KeptStep extends Waiting {
  op: StepThatWaits;
}

export type Kept = KeptPhoto | KeptStep;

export const isStep = (kept: Kept): kept is KeptStep => 'op' in kept;

const name = 'photos'; // and, since, steps
const memory = new Map<number, Kept>();
/** The newest key that is known: what lies in memory comes right after it. */
let lastKey = 0;
const nextInMemory = 1e-6;
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

export async function keep(one: Omit<KeptPhoto, 'key'> | Omit<KeptStep, 'key'>): Promise<void> {
  try {
    lastKey = Number(await run('readwrite', (store) => store.add(one)));
  } catch {
    lastKey += nextInMemory;
    memory.set(lastKey, { ...one, key: lastKey });
  }
}

/** Puts back what was given up, where it was. */
export async function keepAgain(one: Kept): Promise<void> {
  if (Number.isInteger(one.key)) await run('readwrite', (store) => store.put(one)).catch(() => memory.set(one.key, one));
  else memory.set(one.key, one);
}

/** In the order in which they were done. */
export async function keptOf(user: string): Promise<Kept[]> {
  const stored = await run<Kept[]>('readonly', (store) => store.index('user').getAll(user)).catch(() => []);
  const own = [...memory.values()].filter((one) => one.user === user).concat(stored);
  lastKey = Math.max(lastKey, ...own.map(({ key }) => key));
  return own.sort((a, b) => a.key - b.key);
}

/** Changes what is still there; what another tab has sent or dropped stays gone. */
export async function amend(one: Kept): Promise<void> {
  if (memory.has(one.key)) memory.set(one.key, one);
  else if (await isKept(one.key)) await run('readwrite', (store) => store.put(one)).catch(() => {});
}

export async function isKept(key: number): Promise<boolean> {
  return memory.has(key) || (await run('readonly', (store) => store.count(key)).catch(() => 0)) > 0;
}

export async function forget(key: number): Promise<void> {
  if (!memory.delete(key)) await run('readwrite', (store) => store.delete(key)).catch(() => {});
}

/** Only in memory: a tab that is closed loses them. */
export const isLossy = (): boolean => memory.size > 0;
