import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, type PostgresPool, type RawBuilder, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Caller } from '../lib/fair-queue.ts';
import { serviceKey } from '../lib/fair-queue-contention.ts';
import { boundedPool } from './bounded-pool.ts';
import {
  configureConnection,
  heavyReadSettings,
  isReadOnlyError,
  longStatementMs,
  requestStatementMs,
} from './connection-settings.ts';
import { CursorReads } from './cursor-reads.ts';
import { HeavyReads } from './heavy-reads.ts';
import { types } from './pg-types.ts';
import { PipelinedPool } from './pipelined-pool.ts';
import { PoolOfClients } from './pool.ts';
import type { StatementWatch } from './prepared-statements.ts';
import { Replica } from './replica.ts';
import {
  currentRequestTransaction,
  type HeldConnection,
  heldConnection,
  holdingConnection,
  RequestTransaction,
} from './request-transaction.ts';
import type { Tables } from './tables.ts';

/** For reads: no transaction can be opened on it, which on a shared connection would take in the statements of others. */
export type Db = Pick<Kysely<Tables>, 'selectFrom' | 'selectNoFrom' | 'getExecutor'>;
/** For writes of one statement. */
export type WritableDb = Kysely<Tables>;
/** Writes of several statements take this; a plain connection does not fit. */
export type Tx = Transaction<Tables>;

/** How changes are made. */
export interface Writer {
  /**
   * Runs one statement that carries its whole change, journal included, without the round
   * trips of an explicit transaction. Runs again when the database asks for it.
   */
  statement<T>(work: (db: WritableDb) => Promise<T>): Promise<T>;
  /** Runs several statements as one transaction, again when the database asks for it. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

export interface Database extends Writer, AsyncDisposable {
  /** For reads by key and first pages: a few connections shared by all requests, statements pipelined. */
  readonly read: Db;
  /**
   * For reads whose time grows with the data: searches, pages far behind, totals over dates, workload.
   * They have connections and a timeout of their own, so that no other read waits behind them, and may run on a replica.
   * @throws QueueFull, ReadTimeout
   */
  heavyRead<T>(caller: Caller, work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * For results of any size: reads all rows over a cursor, as they were when it was opened, on a connection of its own. The caller
   * limits how many run at once.
   * @returns batches of some 1,000 rows; throws ReadTimeout
   */
  readInBatches<Row>(query: RawBuilder<Row>): AsyncGenerator<Row[], void>;
  /**
   * For work of the service itself whose statements take longer than a request may wait.
   * @throws Error in a request with an Idempotency-Key and in a transaction: it would be a second connection
   */
  longTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * For the counters of rate limits: connections of their own, so that a flood of attempts takes none from other writes. They are the
   * reserve for what `statement()` and `transaction()` do while their caller holds a writer already.
   */
  readonly counters: Writer;
  /**
   * One transaction for all changes of a request, which `statement()`, `transaction()` and `read` join while the request is handled
   * in it. `counters`, heavy reads and batches do not join.
   * @param prepare runs first in it
   */
  requestTransaction(prepare: (tx: Tx) => Promise<void>): RequestTransaction;
  connections(): Connections;
  close(): Promise<void>;
}

/** Heavy reads of the service itself (health checks, metrics) take turns with those of accounts, as one caller. */
export const systemRead = <T>(db: Database, work: (db: Db) => Promise<T>): Promise<T> => db.heavyRead({ key: serviceKey }, work);

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
  /** heavy reads under way, and those that wait */
  heavy: number;
  heavyWaiting: number;
}

export type PoolName = 'readers' | 'heavy' | 'replica' | 'writers' | 'counters';

/** Called for each statement that ended, with its text without values and the server's time for it. */
export type StatementReport = (pool: PoolName, text: string, ms: number) => void;

const connectTimeoutMs = 5_000;
/** For a server that is frozen, whose own timeouts (connection-settings.ts) do not work: the connection is given up. */
const answerTimeoutMs = 58_000;
/** Longer than the server lets a statement of a request run, and below the 10 s after which many callers give up. */
const requestAnswerMs = 9_000;
/** A replica that cannot be reached must cost little: the primary takes its reads. */
const replicaConnectTimeoutMs = 1_000;
/** Longer than the timeout that the server has for a heavy read. */
const answerMarginMs = 1_000;
const writerConnections = 10;
const readerConnections = 3;
const counterConnections = 4;
/** On a quiet system connections, with the statements that they have prepared, last from one request to the next. */
const idleTimeoutMs = 600_000;
const maxAttempts = 5;
const readerResetPauseMs = 1_000;

interface DatabaseOptions {
  /** how long an answer of the server is waited for */
  timeoutMs?: number;
  /** of a hot standby for heavy reads; empty: the primary takes them */
  replicaUrl?: string;
}

/**
 * Opens the pools; nothing connects before the first use.
 */
export function openDatabase(
  config: pg.ClientConfig,
  log: Logger,
  report: StatementReport = () => {},
  { timeoutMs = answerTimeoutMs, replicaUrl = '' }: DatabaseOptions = {},
): Database {
  const shared = { types, keepAlive: true };
  const settings = { ...config, ...shared, connectionTimeoutMillis: connectTimeoutMs };
  const watch = (pool: PoolName): StatementWatch => ({ began: () => {}, ended: (text, ms) => report(pool, text, ms) });
  const poolOf = (name: PoolName, max: number, statementTimeoutMs: number, clientTimeoutMs: number): PoolOfClients => {
    // The pool waits for onConnect, and ends a connection for which it fails. It gives it a whole pg.Client.
    const onConnect = (client: pg.ClientBase): Promise<void> =>
      configureConnection(client as pg.Client, statementTimeoutMs, name === 'heavy' ? heavyReadSettings : {});
    const pool = new pg.Pool({ ...settings, onConnect, idleTimeoutMillis: idleTimeoutMs, max });
    return new PoolOfClients(pool, { watch: watch(name), timeoutMs: clientTimeoutMs, log, onReadOnly: resetReaders });
  };
  let resetAtMs = Number.NEGATIVE_INFINITY;
  const resetReaders = (): void => {
    if (performance.now() - resetAtMs < readerResetPauseMs) return; // another writer of the same server was before
    resetAtMs = performance.now();
    readers.reset();
  };
  const writers = poolOf('writers', writerConnections, requestStatementMs, timeoutMs);
  const counters = poolOf('counters', counterConnections, requestStatementMs, timeoutMs);
  const replica = replicaUrl ? new Replica(() => read, log) : undefined;
  const replicaPool = (max: number, statementTimeoutMs: number): PoolOfClients => {
    const onConnect = (client: pg.ClientBase): Promise<void> =>
      configureConnection(client as pg.Client, statementTimeoutMs, heavyReadSettings, 'any');
    const options = { ...shared, connectionString: replicaUrl, connectionTimeoutMillis: replicaConnectTimeoutMs };
    const pool = new pg.Pool({ ...options, onConnect, idleTimeoutMillis: idleTimeoutMs, max });
    return new PoolOfClients(pool, { watch: watch('replica'), timeoutMs: statementTimeoutMs + answerMarginMs, log });
  };
  const heavyPool = (max: number, statementTimeoutMs: number): PostgresPool => {
    const primary = poolOf('heavy', max, statementTimeoutMs, Math.min(timeoutMs, statementTimeoutMs + answerMarginMs));
    return replica?.poolOver(replicaPool(max, statementTimeoutMs), primary) ?? primary;
  };
  const isReplicaFailure = (error: unknown): boolean => replica?.isFailure(error) ?? false;
  const heavy = new HeavyReads(heavyPool, isReplicaFailure);
  const cursors = new CursorReads(heavyPool, isReplicaFailure);
  const open = (stream: () => Socket): pg.Client => new pg.Client({ ...settings, stream, pipeline: true });
  const configure = (client: pg.Client): Promise<void> => configureConnection(client, requestStatementMs);
  const answerMs = Math.min(timeoutMs, requestAnswerMs);
  const readerOptions = { configure, size: readerConnections, timeoutMs: answerMs, log, watch: watch('readers') };
  const readers = new PipelinedPool(open, readerOptions);
  const read = kyselyOver(readers);
  const writer = kyselyOver(boundedPool(writers, answerMs));
  const counting = kyselyOver(boundedPool(counters, answerMs));
  const database = {}; // its identity
  const isHolding = (): boolean => heldConnection(database) !== undefined;
  const isInTransaction = (): boolean => isHolding() || currentRequestTransaction()?.database === database;
  const own = writerOver(database, writer, 'writer', isHolding);
  const reserve = writerOver(database, counting, 'reserve', () => heldConnection(database) === 'reserve');
  const long = writerOver(database, kyselyOver(writers), 'writer', isInTransaction);

  const close = async (): Promise<void> => {
    await Promise.all([read.destroy(), writers.end(), counters.end(), heavy.close(), cursors.close()]);
  };
  return {
    ...joiningWriter(own, reserve, isHolding),
    get read(): Db {
      return currentRequestTransaction()?.reader ?? read;
    },
    heavyRead: (caller, work) => heavy.run(caller, work),
    readInBatches: (query) => cursors.read(query),
    longTransaction: (work) =>
      long.transaction(async (tx) => {
        await sql`set local statement_timeout = ${sql.lit(longStatementMs)}`.execute(tx);
        return work(tx);
      }),
    counters: reserve,
    requestTransaction: (prepare) => new RequestTransaction(database, () => writer.startTransaction().execute(), prepare),
    connections: () => ({
      ...writers.connections(),
      readers: readers.connections,
      reading: readers.underWay,
      heavy: heavy.running,
      heavyWaiting: heavy.waiting,
    }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/**
 * @param held the kind of its connections
 * @param isHolding whether the caller holds a connection already with which all callers could wait for each other
 */
function writerOver(database: object, db: WritableDb, held: HeldConnection, isHolding: () => boolean): Writer {
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isHolding()) throw new Error(`the holder of a connection asks for another one (${held})`);
    return withRetry(work);
  };
  return {
    statement: (work) => run(() => work(db)),
    transaction: (work) => run(() => db.transaction().execute((tx) => holdingConnection(database, held, () => work(tx)))),
  };
}

/** Joins the transaction of the request, if it has one. @param other the connections of a caller that holds one already */
function joiningWriter(own: Writer, other: Writer, isHolding: () => boolean): Writer {
  const unjoined = (): Writer => (isHolding() ? other : own);
  return {
    statement: (work) => joinedPart(work) ?? unjoined().statement(work),
    transaction: (work) => joinedPart(work) ?? unjoined().transaction(work),
  };
}

function joinedPart<T>(work: (tx: Tx) => Promise<T>): Promise<T> | undefined {
  const request = currentRequestTransaction();
  return request && withRetry(() => request.part(work));
}

function kyselyOver(pool: PostgresPool): WritableDb {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/**
 * Serialization failures and deadlocks are the database asking to try once more, not all at once. A write that a former primary
 * refused is tried on another connection.
 */
async function withRetry<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? error.code : undefined;
      if (attempt === maxAttempts || (code !== '40001' && code !== '40P01' && !isReadOnlyError(error))) throw error;
      await sleep(Math.random() * 50 * attempt);
    }
  }
}
