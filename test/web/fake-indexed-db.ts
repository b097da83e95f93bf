// IndexedDB in memory, with what happens to it on a phone: no space, no permission, closed by the browser, upgraded by another tab.

type Key = number | string;
type Row = Record<string, unknown>;
type Operation = 'add' | 'put' | 'get' | 'getAll' | 'count' | 'delete' | 'clear';
type Range = { includes: (key: Key) => boolean };

interface StoreData {
  keyPath: string;
  /** the key path of each index */
  indexes: Map<string, string | string[]>;
  rows: Map<Key, Row>;
  lastKey: number;
}

interface DatabaseData {
  version: number;
  stores: Map<string, StoreData>;
  connections: Set<Connection>;
}

interface OpenRequest {
  result?: Connection;
  error?: DOMException;
  onupgradeneeded?: () => void;
  onblocked?: () => void;
  onsuccess?: () => void;
  onerror?: () => void;
}

/** What `indexedDB` is in a browser. */
export class FakeIndexedDb {
  /** The names of the errors with which these operations fail, such as `QuotaExceededError` for `put`. */
  readonly failures = new Map<Operation, string>();
  /** The operations that have failed. */
  readonly failed = new Set<Operation>();
  /** The name of the error with which no database can be opened. */
  openError: string | undefined;
  readonly #databases = new Map<string, DatabaseData>();

  open(name: string, requestedVersion?: number): OpenRequest {
    if (this.openError) throw new DOMException('denied', this.openError);
    const request: OpenRequest = {};
    queueMicrotask(() => this.#open(request, name, requestedVersion));
    return request;
  }

  #open(request: OpenRequest, name: string, requestedVersion: number | undefined): void {
    const data = this.#databases.get(name) ?? { version: 0, stores: new Map(), connections: new Set() };
    this.#databases.set(name, data);
    const version = requestedVersion ?? Math.max(1, data.version);
    if (version < data.version) {
      request.error = new DOMException('the database has a newer version', 'VersionError');
      request.onerror?.();
      return;
    }
    if (version > data.version) for (const connection of data.connections) connection.onversionchange?.();
    if (version > data.version && data.connections.size > 0) {
      request.onblocked?.();
      return;
    }
    request.result = new Connection(this, data);
    if (version > data.version) request.onupgradeneeded?.();
    data.version = version;
    request.onsuccess?.();
  }

  /** Closes all connections as a browser does under a suspended page. @param isTold whether the pages get an event */
  closeConnections(isTold: boolean): void {
    for (const { connections } of this.#databases.values()) {
      for (const connection of connections) {
        connection.close();
        if (isTold) connection.onclose?.();
      }
    }
  }

  endFailures(): void {
    this.failures.clear();
    this.failed.clear();
  }

  /** Removes all databases and ends all faults. */
  reset(): void {
    this.closeConnections(true);
    this.#databases.clear();
    this.endFailures();
    this.openError = undefined;
  }
}

class Connection {
  onclose?: () => void;
  onversionchange?: () => void;
  readonly #fake: FakeIndexedDb;
  readonly #data: DatabaseData;

  constructor(fake: FakeIndexedDb, data: DatabaseData) {
    this.#fake = fake;
    this.#data = data;
    data.connections.add(this);
  }

  readonly objectStoreNames = { contains: (name: string): boolean => this.#data.stores.has(name) };

  createObjectStore(name: string, { keyPath }: { keyPath: string }) {
    const store: StoreData = { keyPath, indexes: new Map(), rows: new Map(), lastKey: 0 };
    this.#data.stores.set(name, store);
    return { createIndex: (index: string, path: string | string[]) => store.indexes.set(index, path) };
  }

  deleteObjectStore(name: string): void {
    this.#data.stores.delete(name);
  }

  transaction(storeName: string): Transaction {
    const store = this.#data.stores.get(storeName);
    if (!store || !this.#data.connections.has(this)) throw new DOMException('the connection is closed', 'InvalidStateError');
    return new Transaction(store, this.#fake);
  }

  close(): void {
    this.#data.connections.delete(this);
  }
}

/** Its requests, also those that are made when another one has succeeded, are executed together, or none of them. */
class Transaction {
  oncomplete?: () => void;
  onabort?: () => void;
  error: DOMException | null = null;
  readonly #store: StoreData;
  readonly #fake: FakeIndexedDb;
  readonly #requests: (() => void)[] = [];

  constructor(store: StoreData, fake: FakeIndexedDb) {
    this.#store = store;
    this.#fake = fake;
    queueMicrotask(() => this.#execute());
  }

  #execute(): void {
    const before = new Map(this.#store.rows);
    try {
      for (const request of this.#requests) request();
      this.oncomplete?.();
    } catch (error) {
      this.#store.rows = before;
      this.error = error as DOMException;
      this.onabort?.();
    }
  }

  #request(operation: Operation, work: () => unknown): { result: unknown; onsuccess?: () => void } {
    const request: { result: unknown; onsuccess?: () => void } = { result: undefined };
    this.#requests.push(() => {
      const failure = this.#fake.failures.get(operation);
      if (failure) {
        this.#fake.failed.add(operation);
        throw new DOMException(operation, failure);
      }
      request.result = structuredClone(work());
      request.onsuccess?.();
    });
    return request;
  }

  objectStore() {
    const store = this.#store;
    const put = (row: Row): Key => {
      const key = (row[store.keyPath] ?? ++store.lastKey) as Key;
      if (typeof key === 'number') store.lastKey = Math.max(store.lastKey, key);
      store.rows.set(key, structuredClone({ ...row, [store.keyPath]: key }));
      return key;
    };
    const rowsOf = (index: string, value: Key | Key[]): Row[] => {
      const path = store.indexes.get(index) ?? '';
      const indexed = (row: Row) => (Array.isArray(path) ? path.map((name) => row[name]) : row[path]);
      return [...store.rows.values()].filter((row) => JSON.stringify(indexed(row)) === JSON.stringify(value));
    };
    const deleteRows = (keys: Key | Range): void => {
      const isMeant = (key: Key): boolean => (typeof keys === 'object' ? keys.includes(key) : key === keys);
      for (const key of [...store.rows.keys()].filter(isMeant)) store.rows.delete(key);
    };
    return {
      add: (row: Row) => this.#request('add', () => put(row)),
      put: (row: Row) => this.#request('put', () => put(row)),
      getAll: () => this.#request('getAll', () => [...store.rows.values()]),
      get: (key: Key) => this.#request('get', () => store.rows.get(key)),
      count: (key: Key) => this.#request('count', () => Number(store.rows.has(key))),
      delete: (keys: Key | Range) => this.#request('delete', () => deleteRows(keys)),
      clear: () => this.#request('clear', () => store.rows.clear()),
      index: (index: string) => ({
        getAll: (value: Key | Key[]) => this.#request('getAll', () => rowsOf(index, value)),
      }),
    };
  }
}

/** What `IDBKeyRange` is in a browser, for the ranges that the console uses. */
export const fakeKeyRange = {
  upperBound: (bound: Key, isOpen: boolean): Range => ({ includes: (key) => key < bound || (key === bound && !isOpen) }),
  lowerBound: (bound: Key): Range => ({ includes: (key) => key >= bound }),
};
