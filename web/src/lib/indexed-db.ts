// IndexedDB databases with one object store. A browser may close the connection of a suspended page: then it is opened again.

/** The browser has no database for this page, as in some private windows. */
export class NoDatabaseError extends Error {}

/** What browsers throw when they have closed the connection. */
const connectionErrors = ['InvalidStateError', 'UnknownError'];

interface DatabaseOptions {
  name: string;
  version: number;
  storeName: string;
  /** creates the object store, after removing that of an older version if there is one */
  upgrade: (database: IDBDatabase) => void;
  /**
   * Whether a page uses the database that a page of a newer release has upgraded, instead of being without one. A new version must then
   * leave the object store and what is in it usable for the releases before.
   */
  usesNewerVersion?: boolean;
}

type Work<Result> = (store: IDBObjectStore) => IDBRequest<Result>;

/**
 * Runs one request in its own transaction, once more over a new connection when the connection was closed. Further requests
 * that `work` makes belong to the same transaction.
 * @throws NoDatabaseError; DOMException when the database is full or cannot be read
 */
export type RunRequest = <Result>(mode: IDBTransactionMode, work: Work<Result>) => Promise<Result>;

/** A database that is opened with the first request. */
export function createDatabase(options: DatabaseOptions): RunRequest {
  const { name, version, storeName, upgrade, usesNewerVersion = false } = options;
  let connection: Promise<IDBDatabase> | undefined;
  let wasOpened = false;

  const connect = (): Promise<IDBDatabase> => {
    connection ??= openUsable().catch((error: unknown) => {
      connection = undefined;
      throw wasOpened ? error : new NoDatabaseError('no database', { cause: error });
    });
    return connection;
  };

  const openUsable = (): Promise<IDBDatabase> =>
    open(version).catch((error: unknown) => {
      if (usesNewerVersion && error instanceof DOMException && error.name === 'VersionError') return open();
      throw error;
    });

  /** @param requested undefined: the version that there is */
  const open = (requested?: number): Promise<IDBDatabase> =>
    new Promise((resolve, reject) => {
      const request = indexedDB.open(name, requested);
      request.onupgradeneeded = () => upgrade(request.result);
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        wasOpened = true;
        const database = request.result;
        database.onclose = () => {
          connection = undefined;
        };
        // A tab with a newer version waits until all connections are closed.
        database.onversionchange = () => {
          connection = undefined;
          database.close();
        };
        resolve(database);
      };
    });

  const transact = <Result>(database: IDBDatabase, mode: IDBTransactionMode, work: Work<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      const transaction = database.transaction(storeName, mode);
      const request = work(transaction.objectStore(storeName));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });

  return async (mode, work) => {
    try {
      return await transact(await connect(), mode, work);
    } catch (error) {
      if (!(error instanceof DOMException && connectionErrors.includes(error.name))) throw error;
      connection = undefined;
      return transact(await connect(), mode, work);
    }
  };
}
