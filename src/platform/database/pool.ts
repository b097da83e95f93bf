import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import { QueueFull } from '../lib/fair-queue.ts';
import { isReadOnlyError } from './connection-settings.ts';
import { prepared, type StatementWatch } from './prepared-statements.ts';

interface Options {
  watch: StatementWatch;
  /** how long an answer is waited for */
  timeoutMs: number;
  log: Logger;
  /** called when the server of a connection is no primary any more */
  onReadOnly?: (() => void) | undefined;
}

/** More would wait longer for a connection than they may. */
const maxWaiting = 2_000;

/** A pool of connections, one statement or transaction at a time on each, in the form that Kysely takes. */
export class PoolOfClients implements PostgresPool {
  readonly #pool: pg.Pool;
  readonly #options: Options;
  readonly #openedAtMs = new WeakMap<pg.PoolClient, number>();
  /** when a server refused a write last, because it is no primary any more */
  #readOnlyAtMs = Number.NEGATIVE_INFINITY;

  constructor(pool: pg.Pool, options: Options) {
    this.#pool = pool;
    this.#options = options;
    // A connection may break while it is idle, or in a transaction between two statements; without
    // a listener of its own that would end the process. The next statement on it fails.
    const lost = (error: Error): void => options.log.warn({ error: error.message }, 'a database connection was lost');
    pool.on('error', () => {});
    pool.on('connect', (client) => {
      client.on('error', lost);
      this.#openedAtMs.set(client, performance.now());
    });
  }

  get options(): object {
    return this.#pool.options;
  }

  /** @throws QueueFull */
  async connect(): Promise<PostgresPoolClient> {
    if (this.#pool.waitingCount >= maxWaiting) throw new QueueFull('too many statements are waiting for a connection');
    const client = await this.#connectToPrimary();
    const { watch, timeoutMs, onReadOnly } = this.#options;
    const failed = (error: Error): void => {
      if (!isReadOnlyError(error)) return;
      this.#readOnlyAtMs = performance.now();
      onReadOnly?.();
    };
    return {
      query: prepared(client, { ...watch, failed }, timeoutMs),
      release: (destroy?: boolean) => client.release(destroy || this.#isOfFormerPrimary(client)),
    };
  }

  /** Skips idle connections to a former primary: a write that met one after the other would fail. */
  async #connectToPrimary(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await this.#pool.connect();
      if (!this.#isOfFormerPrimary(client)) return client;
      client.release(true);
    }
  }

  #isOfFormerPrimary(client: pg.PoolClient): boolean {
    return (this.#openedAtMs.get(client) ?? Number.POSITIVE_INFINITY) < this.#readOnlyAtMs;
  }

  end(): Promise<void> {
    return this.#pool.end();
  }

  connections(): { used: number; idle: number; waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }
}
