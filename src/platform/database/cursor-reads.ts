import { Kysely, PostgresDialect, type PostgresPool, type RawBuilder, sql } from 'kysely';
import { toReadTimeout } from './heavy-reads.ts';
import { forceCustomPlan } from './prepared-statements.ts';
import type { Tables } from './tables.ts';

/** For as many exports as run at once, and one read of a job of the service. */
const maxConnections = 5;
/** The first batch may have to sort everything. */
const statementTimeoutMs = 30_000;
const batchSize = 100;

/**
 * Reads results of any size with constant memory. The transaction of a reader that stops is ended by
 * `idle_in_transaction_session_timeout`, so that it does not keep deleted rows from being vacuumed.
 */
export class CursorReads {
  readonly #db: Kysely<Tables>;

  readonly #isReplicaFailure: (error: unknown) => boolean;

  /**
   * @param open opens so many connections with a timeout for statements in milliseconds
   * @param isReplicaFailure whether a read that failed before its first batch is repeated
   */
  constructor(
    open: (connections: number, statementTimeoutMs: number) => PostgresPool,
    isReplicaFailure: (error: unknown) => boolean = () => false,
  ) {
    this.#isReplicaFailure = isReplicaFailure;
    this.#db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: open(maxConnections, statementTimeoutMs) }) });
  }

  /** @returns the rows in batches, which are read as they are asked for; throws ReadTimeout */
  async *read<Row>(query: RawBuilder<Row>): AsyncGenerator<Row[], void> {
    let hasBegun = false;
    try {
      for await (const rows of this.#readOnce(query)) {
        hasBegun = true;
        yield rows;
      }
    } catch (error) {
      if (hasBegun || !this.#isReplicaFailure(error)) throw error;
      yield* this.#readOnce(query);
    }
  }

  async *#readOnce<Row>(query: RawBuilder<Row>): AsyncGenerator<Row[], void> {
    const transaction = await this.#db.startTransaction().setAccessMode('read only').execute();
    try {
      await sql`${forceCustomPlan} declare batches no scroll cursor for ${query}`.execute(transaction);
      for (;;) {
        // Not prepared by name: the columns depend on the cursor.
        const { rows } = await sql<Row>`${forceCustomPlan} fetch forward ${sql.lit(batchSize)} from batches`.execute(transaction);
        if (rows.length > 0) yield rows;
        if (rows.length < batchSize) return;
      }
    } catch (error) {
      throw toReadTimeout(error);
    } finally {
      // It fails when the connection was lost. A reader that is gone catches nothing, and an error that nobody catches ends the process.
      await transaction
        .rollback()
        .execute()
        .catch(() => {});
    }
  }

  async close(): Promise<void> {
    await this.#db.destroy();
  }
}
