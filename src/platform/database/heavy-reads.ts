import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { type Caller, FairQueue } from '../lib/fair-queue.ts';
import { recentlyActiveTenants } from '../lib/fair-queue-contention.ts';
import type { Tables } from './tables.ts';

type Db = Kysely<Tables>;

/** A heavy read took longer than it may. */
export class ReadTimeout extends Error {}

const maxConnections = 4;
/** So that connections and processor time are always left to other tenants. */
const maxConnectionsPerTenant = { alone: 3, besideOthers: 1 };
const statementTimeoutMs = 3_000;
const maxWaiting = 500;
const maxWaitMs = 20_000;
const queryCanceled = '57014';

/** Reads whose time grows with the data, in turns between tenants and their accounts, over connections of their own. */
export class HeavyReads {
  readonly #db: Db;
  readonly #queue = new FairQueue({
    concurrency: maxConnections,
    concurrencyPerTenant: maxConnectionsPerTenant,
    activity: recentlyActiveTenants,
    contendedCooldownFactor: 3,
    maxWaiting,
    maxWaitMs,
  });

  readonly #isReplicaFailure: (error: unknown) => boolean;

  /**
   * @param open opens so many connections with a timeout for statements in milliseconds
   * @param isReplicaFailure whether a read that failed is repeated
   */
  constructor(
    open: (connections: number, statementTimeoutMs: number) => PostgresPool,
    isReplicaFailure: (error: unknown) => boolean = () => false,
  ) {
    this.#isReplicaFailure = isReplicaFailure;
    const pool = failFast(open(maxConnections, statementTimeoutMs));
    this.#db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  }

  get running(): number {
    return this.#queue.running;
  }

  get waiting(): number {
    return this.#queue.waiting;
  }

  /**
   * Runs all statements of a read on one connection, one after the other.
   * @throws ReadTimeout a statement took too long; QueueFull too many wait; CallerGone
   */
  async run<T>(caller: Caller, work: (db: Db) => Promise<T>): Promise<T> {
    try {
      return await this.#queue.run(caller, () => this.#read(work));
    } catch (error) {
      throw toReadTimeout(error);
    }
  }

  async #read<T>(work: (db: Db) => Promise<T>): Promise<T> {
    try {
      return await this.#db.connection().execute(work);
    } catch (error) {
      if (!this.#isReplicaFailure(error)) throw error;
      return this.#db.connection().execute(work);
    }
  }

  async close(): Promise<void> {
    await this.#db.destroy();
  }
}

/** @returns a ReadTimeout for the error of a statement that took too long, else the error itself */
export function toReadTimeout(error: unknown): unknown {
  if (error instanceof pg.DatabaseError && error.code === queryCanceled) {
    return new ReadTimeout('the read took too long', { cause: error });
  }
  return error;
}

/**
 * A read asks for its page and its total at once, and they run one after the other. When the first one fails the
 * second one must not begin: nobody waits for it, and the connection is another read's by then.
 */
function failFast(pool: PostgresPool): PostgresPool {
  const connect = async (): Promise<PostgresPoolClient> => {
    const client = await pool.connect();
    let failure: Error | undefined;
    const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
      if (failure) throw failure;
      try {
        return await client.query(text, values);
      } catch (error) {
        failure = error as Error;
        throw error;
      }
    };
    return { query: query as PostgresPoolClient['query'], release: (destroy) => client.release(destroy) };
  };
  return { connect, end: () => pool.end(), options: pool.options };
}
