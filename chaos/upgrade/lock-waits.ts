import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { connectPostgres } from '../../testing/postgres.ts';

const sampleEveryMs = 20;

export interface LockWait {
  ms: number;
  /** which table, and what waited for it */
  what: string;
}

/** Samples sessions that wait for the lock of a table. Those that wait for a row are left out: people wait for each other. */
export class LockWaits {
  longest: LockWait = { ms: 0, what: 'nobody waited' };
  readonly #db: pg.Client;
  #isStopping = false;
  readonly #ended: Promise<void>;

  private constructor(db: pg.Client) {
    this.#db = db;
    this.#ended = this.#sample();
    this.#ended.catch(() => {}); // stop() throws it
  }

  static async start(url: string): Promise<LockWaits> {
    return new LockWaits(await connectPostgres(url));
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#ended;
    await this.#db.end();
  }

  async #sample(): Promise<void> {
    while (!this.#isStopping) {
      const { rows } = await this.#db.query<LockWait>(`
        select extract(epoch from clock_timestamp() - waitstart)::float8 * 1000 as ms,
          format('%s waits for %s: %s', mode, relation::regclass, left(query, 120)) as what
        from pg_locks join pg_stat_activity using (pid)
        where locktype = 'relation' and not granted and database = (select oid from pg_database where datname = current_database())
          and waitstart is not null and query not ilike '%concurrently%'
        order by waitstart limit 1`);
      if (rows[0] && rows[0].ms > this.longest.ms) this.longest = rows[0];
      await sleep(sampleEveryMs);
    }
  }
}
