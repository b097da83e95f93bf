import { setTimeout as sleep } from 'node:timers/promises';
import { type PostgresPool, type PostgresPoolClient, type QueryExecutorProvider, sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';

/** How long a read waits for the replica, before the primary takes it. */
const maxWaitMs = 1_000;
const pollMs = 5;
/** After a read that the replica could not take, so that not every read waits for it. */
const pauseMs = 10_000;
const queryCanceled = '57014';

interface State {
  /** the server is a standby, and receives what the primary writes */
  follows: boolean;
  reached: boolean;
}

// A standby of another history, such as a former primary after a failover, has no receiver.
const stateQuery = `
  select pg_is_in_recovery() and exists (select from pg_stat_wal_receiver where pid is not null) as follows,
    coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as reached`;

class Unusable extends Error {}

/**
 * A hot standby that takes heavy reads. A read runs on it only when it has everything that the primary had committed when the read
 * began, so that callers see what they wrote, through whichever instance. In every other case the primary takes the read.
 */
export class Replica {
  readonly #primary: () => QueryExecutorProvider;
  readonly #log: Logger;
  readonly #failures = new WeakSet<object>();
  #pausedUntilMs = Number.NEGATIVE_INFINITY;
  #isPaused = false;

  /** @param primary asks it for its position */
  constructor(primary: () => QueryExecutorProvider, log: Logger) {
    this.#primary = primary;
    this.#log = log;
  }

  /** @returns a pool whose connections are of the standby while it can take reads, and of the primary otherwise */
  poolOver(standby: PostgresPool, primary: PostgresPool): PostgresPool {
    return {
      options: primary.options,
      connect: async () => (await this.#connect(standby)) ?? primary.connect(),
      end: async () => {
        await Promise.all([standby.end(), primary.end()]);
      },
    };
  }

  /** Whether a read failed because of the standby: repeated, it runs on the primary. */
  isFailure(error: unknown): boolean {
    return this.#failures.has(error as object);
  }

  async #connect(standby: PostgresPool): Promise<PostgresPoolClient | undefined> {
    if (performance.now() < this.#pausedUntilMs) return undefined;
    try {
      const position = await this.#position();
      const client = await standby.connect();
      try {
        await waitFor(client, position);
      } catch (error) {
        client.release(true);
        throw error;
      }
      this.#resume();
      return { query: this.#watched(client), release: (destroy) => client.release(destroy) };
    } catch (error) {
      this.#pause(error as Error);
      return undefined;
    }
  }

  async #position(): Promise<string> {
    const query = sql<{ position: string }>`select pg_current_wal_flush_lsn()::text as position`;
    const { rows } = await query.execute(this.#primary());
    return rows[0]?.position ?? '';
  }

  #watched(client: PostgresPoolClient): PostgresPoolClient['query'] {
    const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
      try {
        return await client.query(text, values);
      } catch (error) {
        if (isOfServer(error)) {
          this.#failures.add(error as object);
          this.#pause(error as Error);
        }
        throw error;
      }
    };
    return query as PostgresPoolClient['query'];
  }

  #pause({ message }: Error): void {
    this.#pausedUntilMs = performance.now() + pauseMs;
    if (this.#isPaused) return;
    this.#isPaused = true;
    this.#log.warn({ reason: message }, 'the replica takes no reads, the primary takes them');
  }

  #resume(): void {
    if (this.#isPaused) this.#log.info('the replica takes reads again');
    this.#isPaused = false;
  }
}

/** Whether the statement itself is not the reason: a conflict with recovery, a write on a standby, a lost connection. */
function isOfServer(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return true;
  return /^(40|25|57|58|08|53|XX)/.test(error.code ?? '') && error.code !== queryCanceled;
}

/** @throws Unusable when the server is no standby, is behind for too long, or does not answer */
async function waitFor(client: PostgresPoolClient, position: string): Promise<void> {
  const stopping = new AbortController();
  const tooLate = sleep(maxWaitMs, undefined, { signal: stopping.signal }).then(() => {
    throw new Unusable('it is behind the primary, or does not answer');
  });
  try {
    await Promise.race([poll(client, position, stopping.signal), tooLate]);
  } finally {
    stopping.abort();
  }
}

async function poll(client: PostgresPoolClient, position: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { rows } = await client.query<State>(stateQuery, [position]);
    if (!rows[0]?.follows) throw new Unusable('it does not follow the primary');
    if (rows[0].reached) return;
    await sleep(pollMs);
  }
}
