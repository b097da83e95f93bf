// The browser's database, with one store. A browser may close the connection of a page that sleeps: it is opened again.

/** There is no database for this page, as in some private windows. */
export class NoDatabaseError extends Error {}

const databaseName = 'callout';
const storeName = 'photos'; // and, since, steps
const connectionLost = ['InvalidStateError', 'UnknownError'];

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
 * Runs one request in a transaction of its own, a second time over a new connection when the first one was lost.
 * @throws NoDatabase; DOMException when the database takes nothing (more), or cannot be read
 */
export async function runRequest<Result>(mode: IDBTransactionMode, work: Work<Result>): Promise<Result> {
  try {
    return await transact(await connect(), mode, work);
  } catch (error) {
    if (!(error instanceof DOMException && connectionLost.includes(error.name))) throw error;
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
