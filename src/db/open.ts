import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, type PostgresPool, type Transaction } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { PipelinedReaders } from './readers.ts';
import { named, type StatementWatch } from './statements.ts';
import type { Tables } from './tables.ts';
import { sessionOptions, types } from './wire.ts';

/** Reads take this: any connection, one statement at a time. */
export type Db = Kysely<Tables>;
/** Writes of several statements take this; a plain connection does not fit. */
export type Tx = Transaction<Tables>;

export interface Database {
  /** For reads: a few connections shared by all requests, statements pipelined. */
  readonly read: Db;
  /**
   * Runs one statement that carries its whole change, journal included, without the round
   * trips of an explicit transaction. Runs again when the database asks for it.
   */
  statement<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Runs several statements as one transaction, again when the database asks for it. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  connections(): Connections;
  close(): Promise<void>;
}

/** What the connections of this process are at. */
export interface Connections {
  /** writers that work on something, or wait for the next use */
  used: number;
  idle: number;
  /** work that waits for a writer */
  waiting: number;
  readers: number;
  /** statements under way on the readers */
  reading: number;
}

/** Told of each statement that ended: whose connection, its text without values, the server's time for it. */
export type StatementReport = (pool: 'readers' | 'writers', text: string, ms: number) => void;

const connectWithin = 5_000;
/** For a server that is frozen: its own bound on statements (wire.ts) is, too. */
const answerWithin = 58_000;
const writerConnections = 10;
const readerConnections = 3;
const attempts = 5;

/**
 * Opens the pools; nothing connects before the first use.
 * @param patience milliseconds that an answer of the server is waited for
 */
export function openDatabase(
  config: pg.ClientConfig,
  log: Logger,
  report: StatementReport = () => {},
  patience = answerWithin,
): Database {
  const settings = { ...config, types, options: sessionOptions, connectionTimeoutMillis: connectWithin, keepAlive: true };
  const pool = new pg.Pool({ ...settings, max: writerConnections });
  // A connection may break while it is idle, or in a transaction between two statements; without
  // a listener of its own that would end the process. The next statement on it fails.
  const lost = (error: Error): void => log.warn({ error: error.message }, 'a database connection was lost');
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', lost));
  const watch = (of: 'readers' | 'writers'): StatementWatch => ({
    began: () => {},
    ended: (text, ms) => report(of, text, ms),
  });
  const writers = watch('writers');
  const writer = kyselyOver({
    connect: async () => {
      const client = await pool.connect();
      return { query: named(client, writers, patience), release: (destroy?: boolean) => client.release(destroy) };
    },
    end: () => pool.end(),
    options: pool.options,
  });
  const open = (stream: () => Socket): pg.Client => new pg.Client({ ...settings, stream, pipeline: true });
  const readers = new PipelinedReaders(open, { size: readerConnections, patience, log, watch: watch('readers') });
  const read = kyselyOver(readers);

  return {
    read,
    statement: (work) => persistently(() => work(writer)),
    transaction: (work) => persistently(() => writer.transaction().execute(work)),
    connections: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      readers: readers.connections,
      reading: readers.underWay,
    }),
    close: async () => {
      await Promise.all([read.destroy(), writer.destroy()]);
    },
  };
}

function kyselyOver(pool: PostgresPool): Db {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/** Serialization failures and deadlocks are the database asking to try once more, not all at once. */
async function persistently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? error.code : undefined;
      if (attempt === attempts || (code !== '40001' && code !== '40P01')) throw error;
      await sleep(Math.random() * 50 * attempt);
    }
  }
}
