import { sql } from 'kysely';
import { plus } from '../../../platform/lib/clock.ts';
import { days } from '../../../platform/lib/duration.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import { cursorLifetimeMs } from './cursor.ts';
import './tables.ts';

/** The clocks of instances and of the database may differ. */
const keptMs = cursorLifetimeMs + days(1);
const batchSize = 2_000;

/**
 * Notes which transactions have ended by now, and deletes the changes, deletions among them, of those that had ended before the oldest
 * cursor that can be used.
 * @returns how many changes
 */
export async function pruneChanges({ db, clock }: Pick<Deps, 'db' | 'clock'>, stopping?: AbortSignal): Promise<number> {
  const now = clock();
  const oldest = plus(now, -keptMs);
  await db.statement((statement) =>
    sql`
      with noted as (
        insert into change_horizons (at, xid) values (${now}, pg_snapshot_xmin(pg_current_snapshot())) on conflict (at) do nothing
      )
      delete from change_horizons where at < (select max(at) from change_horizons where at <= ${oldest}::timestamptz)`.execute(
      statement,
    ),
  );
  const horizon = sql`(select xid from change_horizons where at <= ${oldest}::timestamptz order by at desc limit 1)`;
  for (let count = 0; ; ) {
    const { numAffectedRows = 0n } = await db.statement((statement) =>
      sql`
        delete from ticket_changes where ticket_id = any(array(
          select ticket_id from ticket_changes
          where xid < ${horizon} and (client_xid is null or client_xid < ${horizon})
          order by xid limit ${batchSize} for update skip locked))`.execute(statement),
    );
    count += Number(numAffectedRows);
    if (numAffectedRows < batchSize || stopping?.aborted) return count;
  }
}
