// IndexedDB with one object store. A browser may close the connection of a suspended page: then it is opened again.

/** The browser has no database for this page, as in some private windows. */
export class NoDatabaseError extends Error {}

const databaseName = 'callout';
/** Photos and operations: the name is from a version that stored photos only. */
const storeName = 'photos';
/** What browsers throw when they have closed the connection. */
const connectionErrors = ['InvalidStateError', 'UnknownError'];

let connection: Promise<IDBDatabase> | undefined;
let wasOpened = false;

function connect(): Promise<IDBDatabase> {
  connection ??= open().catch((error: unknown) => {
    connection = undefined;
    throw wasOpened ? error : new NoDatabaseError('no database', { cause: error });
  });
  return connection;
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    request.onupgradeneeded = () =>
      request.result.createObjectStore(storeName, { keyPath: 'key', autoIncrement: true }).createIndex('user', 'user');
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      wasOpened = true;
      request.result.onclose = () => {
        connection = undefined;
      };
      resolve(request.result);
    };
  });
}

type Work<Result> = (store: IDBObjectStore) => IDBRequest<Result>;

/**
 * Runs one request in its own transaction, once more over a new connection when the connection was closed.
 * @throws NoDatabaseError; DOMException when the database is full or cannot be read
 */
export async function runRequest<Result>(mode: IDBTransactionMode, work: Work<Result>): Promise<Result> {
  try {
    return await transact(await connect(), mode, work);
  } catch (error) {
    if (!(error instanceof DOMException && connectionErrors.includes(error.name))) throw error;
    connection = undefined;
    return transact(await connect(), mode, work);
  }
}

function transact<Result>(database: IDBDatabase, mode: IDBTransactionMode, work: Work<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(storeName, mode);
    const request = work(transaction.objectStore(storeName));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  });
}
