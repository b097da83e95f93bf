import type { Database, Db } from './database.ts';

/** For reads that count and that no account asks for: all of them take turns with the accounts as one caller. */
export const systemRead = <T>(db: Database, work: (db: Db) => Promise<T>): Promise<T> => db.heavyRead({ key: 'system' }, work);
