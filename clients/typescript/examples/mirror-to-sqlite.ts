// Keeps a copy of all tickets in SQLite: `node mirror-to-sqlite.ts https://callout.example.com cot_... tickets.db`, with Node 24 or newer
// and "type": "module" in package.json. It can be stopped at any time, and goes on where it was, also after the service was away.
import { DatabaseSync } from 'node:sqlite';
// In your project: '@callout/client'.
import { type ChangesPage, type Client, createClient } from '../src/index.ts';

/** Opens the copy, and makes its tables when they are missing. @param file `:memory:` for one that is not kept */
export function openCopy(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  database.exec(`
    create table if not exists tickets (
      id integer primary key, status text not null, project text not null, reference text, ticket text not null) strict;
    create table if not exists position (only integer primary key check (only = 1), cursor text not null) strict`);
  return database;
}

/** The cursor of the last page that was written. */
export function cursorOf(database: DatabaseSync): string | undefined {
  const cursor = database.prepare('select cursor from position').get()?.['cursor'];
  return typeof cursor === 'string' ? cursor : undefined;
}

/** Writes a page and its cursor in one transaction, so that the copy is always as of some cursor. */
export function writePage(database: DatabaseSync, { startsOver, items, cursor }: ChangesPage): void {
  const put = database.prepare('insert or replace into tickets values (?, ?, ?, ?, ?)');
  const remove = database.prepare('delete from tickets where id = ?');
  database.exec('begin');
  try {
    if (startsOver) database.exec('delete from tickets');
    for (const { id, ticket } of items) {
      if (ticket) put.run(id, ticket.status, ticket.project_name, ticket.reference, JSON.stringify(ticket));
      else remove.run(id);
    }
    database.prepare('insert or replace into position values (1, ?)').run(cursor);
    database.exec('commit');
  } catch (error) {
    database.exec('rollback');
    throw error;
  }
}

/** Follows the changes until the signal is aborted. */
export async function keepCopy(client: Client, database: DatabaseSync, pollEveryMs: number, signal: AbortSignal): Promise<void> {
  const changes = client.changes({ after: cursorOf(database), pollEveryMs, signal, onDisconnect: console.error });
  for await (const page of changes) writePage(database, page);
}

if (import.meta.main) {
  const [baseUrl = '', token = '', file = 'tickets.db'] = process.argv.slice(2);
  const stopping = new AbortController();
  process.once('SIGINT', () => stopping.abort());
  await keepCopy(createClient({ baseUrl, auth: token }), openCopy(file), 5_000, stopping.signal);
}
