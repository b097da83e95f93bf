import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { seconds } from '../../../platform/lib/duration.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import type { Module } from '../../../platform/module/module.ts';
import { searchAdditions } from './ticket-additions.ts';

/** Tickets per transaction, which locks their rows of the index: few enough that no writer waits for long. */
const batchSize = 200;

/**
 * Indexes the tickets of objects that have another name, in batches; any number of instances share them.
 * @returns how many tickets
 */
export async function indexStaleTickets({ db }: Pick<Deps, 'db'>, stopping?: AbortSignal): Promise<number> {
  let count = 0;
  while (!stopping?.aborted) {
    const indexed = await db.transaction(indexBatch);
    if (indexed === null) break;
    count += indexed;
  }
  return count;
}

/** @returns null: nothing waits that no other instance is at */
async function indexBatch(tx: Tx): Promise<number | null> {
  const { rows } = await sql<{ count: number | null }>`select index_stale_tickets(${sql.lit(batchSize)}) as count`.execute(tx);
  return rows[0]?.count ?? null;
}

/** Words in tickets (docs/reports.md, Search). */
export const search: Module = {
  name: 'search',
  tables: ['ticket_search', 'ticket_search_stale'],
  ticketAdditions: () => searchAdditions,
  jobs: (deps) => [
    {
      name: 'search index',
      everyMs: seconds(5),
      run: async (stopping) => {
        await indexStaleTickets(deps, stopping);
      },
    },
  ],
};
