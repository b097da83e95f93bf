import { createDatabase } from '../lib/indexed-db.ts';

/** Photos and operations: the name is from a version that stored photos only. */
const storeName = 'photos';

/** Runs one request on the stored items of the offline queue. */
export const runRequest = createDatabase({
  name: 'callout',
  version: 1,
  storeName,
  usesNewerVersion: true, // what waits to be sent must not be hidden from an older page that is still open
  upgrade: (database) =>
    database.createObjectStore(storeName, { keyPath: 'key', autoIncrement: true }).createIndex('user', 'user'),
});
