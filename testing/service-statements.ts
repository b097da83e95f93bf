import { Kysely, PostgresDialect, type PostgresQueryResult } from 'kysely';
import type { Database, WritableDb, Writer } from '../src/platform/database/database.ts';
import type { Tables } from '../src/platform/database/tables.ts';
import { Subscriptions } from '../src/platform/module/events.ts';
import { checkAccount } from '../src/product/identity/auth/access-tokens.ts';
import { getTicket } from '../src/product/tickets/queries.ts';
import type { TicketQuery } from '../src/product/tickets/schemas.ts';
import { listTickets } from '../src/product/tickets/ticket-list.ts';
import { transition } from '../src/product/tickets/transition.ts';
import type { Actor } from '../src/product/visibility.ts';

// The service's own statements, taken from the functions that its routes call: what is measured
// beside the service is the same SQL, letter by letter.

export interface Statement {
  text: string;
  values: readonly unknown[];
}

/** What a function of the service sends to the database, when that has nothing. */
export async function captured(work: (db: Database) => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const query = async (text: string, values: readonly unknown[] = []): Promise<PostgresQueryResult<never>> => {
    statements.push({ text, values });
    return { command: 'SELECT', rowCount: 0, rows: [] };
  };
  const client = { query: query as never, release: () => {} };
  const pool = { connect: async () => client, end: async () => {}, options: {} };
  const read: WritableDb = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const writer: Writer = {
    statement: (one) => one(read),
    transaction: (several) => read.transaction().execute(several),
  };
  const db: Database = {
    ...writer,
    read,
    heavyRead: (_caller, one) => one(read),
    longTransaction: (several) => read.transaction().execute(several),
    readInBatches: async function* () {},
    counters: writer,
    requestTransaction: () => {
      throw new Error('not in use');
    },
    connections: () => ({ used: 0, idle: 0, waiting: 0, readers: 0, reading: 0, heavy: 0, heavyWaiting: 0 }),
    close: () => read.destroy(),
    [Symbol.asyncDispose]: () => read.destroy(),
  };
  await work(db).catch(() => {}); // without a row it refuses, after the statement that counts
  return statements;
}

export const operations = ['client', 'worker', 'admin', 'ticket', 'take'] as const;
export type Operation = (typeof operations)[number];

export const titles: Record<Operation, string> = {
  client: "client's first page and total",
  worker: "worker's first page and total",
  admin: "admin's first page and total",
  ticket: 'ticket by id',
  take: 'take, with its journal row',
};

/** A value of a statement: given by name when it runs, or always the same. */
export type Parameter = { name: 'me' | 'ticket' | 'now' } | { value: string | null };

export interface HotStatement {
  text: string;
  parameters: Parameter[];
}

const me = '00000000-0000-4000-8000-000000000000';
const ticket = 2_000_000_011;
const now = new Date('2030-01-01T00:00:00Z');

export const firstPage: TicketQuery = { limit: 20, offset: 0, sort: 'created_at' };

const calls: Record<Operation, (db: Database) => Promise<unknown>> = {
  client: (db) => listTickets(db.read, actor('client'), firstPage),
  worker: (db) => listTickets(db.read, actor('worker'), firstPage),
  admin: (db) => listTickets(db.read, actor('admin'), firstPage),
  ticket: (db) => getTicket(db.read, actor('client'), ticket),
  take: (db) => transition({ db, subscriptions: new Subscriptions([]) }, actor('worker'), 'take', ticket, now),
};

const actor = (role: Actor['role']): Actor => ({ id: me, role });

/** What an operation runs when it succeeds, without the look at the account. */
export async function statementsOf(operation: Operation): Promise<HotStatement[]> {
  const all = await captured(calls[operation]);
  return (operation === 'take' ? all.slice(0, 1) : all).map(hot);
}

/** The look at the account, which every request begins with. */
export async function accountStatement(): Promise<HotStatement[]> {
  return (await captured((db) => checkAccount(db, { sub: me, role: 'client', ver: 0 }))).map(hot);
}

const hot = ({ text, values }: Statement): HotStatement => ({ text, parameters: values.map(parameterOf) });

function parameterOf(value: unknown): Parameter {
  if (value === me) return { name: 'me' };
  if (value === ticket) return { name: 'ticket' };
  if (value === now) return { name: 'now' };
  return { value: value === null ? null : String(value) };
}
