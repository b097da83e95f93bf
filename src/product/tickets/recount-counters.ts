import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Deps } from '../../platform/capability/deps.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { systemRead } from '../../platform/database/database.ts';
import type { CounterDifference } from './counter-difference.ts';
import { countStatDifferences } from './recount-stats.ts';
import { countSummaryDifferences } from './recount-summaries.ts';

// The triggers of migration 004 keep the counters. They differ from the tickets only after a change that ran without
// triggers: an import in replica mode, a TRUNCATE, a restore by other tools.

interface Counter {
  table: 'ticket_status_counts' | 'worker_closed_counts';
  key: string[];
  /** the account that each row belongs to */
  owner: 'client_id' | 'worker_id';
  counted: RawBuilder<boolean>;
  /** what the tickets are grouped by */
  groups: RawBuilder<unknown>;
}

/** In the order in which the triggers lock them. */
const counters: Counter[] = [
  {
    table: 'worker_closed_counts',
    key: ['worker_id'],
    owner: 'worker_id',
    counted: sql<boolean>`status = 'closed' and worker_id is not null`,
    groups: sql`worker_id`,
  },
  {
    table: 'ticket_status_counts',
    key: ['client_id', 'status', 'category', 'priority'],
    owner: 'client_id',
    counted: sql<boolean>`true`,
    groups: sql`grouping sets ((client_id, status, category, priority), (client_id, status))`, // with subtotals
  },
];

const recountLockId = 1_128_353_872;
/** Between two accounts of the daily check, which also runs at each start. */
const pauseMs = 20;

/** @returns the counters that differ from the tickets, without changing them */
export async function findCounterDifferences(db: Db): Promise<CounterDifference[]> {
  const found: CounterDifference[] = [];
  for (const counter of counters) {
    const { rows } = await sql<CounterDifference>`
      select "table", key, stored, counted from (${differences(counter)}) as different`.execute(db);
    found.push(...rows);
  }
  return found;
}

/**
 * Sets the counters to what the tickets are. Each statement reads tickets and counters in one snapshot and adds the
 * difference, which concurrent writes do not change: they wait only for counters that are repaired, until the commit.
 * @returns what differed
 */
export async function repairCounters(tx: Tx): Promise<CounterDifference[]> {
  await sql`select pg_advisory_xact_lock(${sql.lit(recountLockId)})`.execute(tx); // two at once would add the difference twice
  const repaired: CounterDifference[] = [];
  for (const counter of counters) {
    const [table, key] = [sql.table(counter.table), columns(counter.key)];
    const { rows } = await sql<CounterDifference>`
      with different as (${differences(counter)}),
      repaired as (
        insert into ${table} as c (${key}, n)
        select ${key}, counted - stored from different order by ${key}
        on conflict (${key}) do update set n = c.n + excluded.n
      )
      select "table", key, stored, counted from different`.execute(tx);
    repaired.push(...rows);
  }
  return repaired;
}

/**
 * Compares the counters of one account at a time, so that it slows nobody down, and reports by a metric and a log line that
 * `callout recount` is needed.
 */
export async function checkCounters(
  { db, metrics, log }: Pick<Deps, 'db' | 'metrics' | 'log'>,
  stopping?: AbortSignal,
): Promise<void> {
  let drift = 0;
  for (const counter of counters) {
    const role = counter.owner === 'client_id' ? 'client' : 'worker';
    const accounts = await systemRead(db, (lane) => lane.selectFrom('users').select('id').where('role', '=', role).execute());
    for (const { id } of accounts) {
      if (stopping?.aborted) return;
      const { rows } = await systemRead(db, (lane) => differences(counter, id).execute(lane));
      for (const { stored, counted } of rows) drift += Math.abs(stored - counted);
      await sleep(pauseMs);
    }
  }
  drift += await countSummaryDifferences({ db }, stopping);
  drift += await countStatDifferences({ db }, stopping);
  metrics.counterDrift.set(drift);
  if (drift > 0) log.error({ drift }, 'counters of tickets differ from the tickets; `callout recount` repairs them');
}

/** @param ownerId only counters of this account */
function differences({ table, key, owner, counted, groups }: Counter, ownerId?: string): RawBuilder<CounterDifference> {
  const ofOwner = ownerId ? sql`${sql.ref(owner)} = ${ownerId}` : sql`true`;
  return sql`
    select ${sql.lit(table)} as "table", concat_ws(' ', ${columns(key)}) as key, ${columns(key)},
      sum(stored)::integer as stored, sum(counted)::integer as counted
    from (
      select ${columns(key)}, n as stored, 0 as counted from ${sql.table(table)} where ${ofOwner}
      union all
      select ${columns(key)}, 0, count(*) from tickets where ${counted} and ${ofOwner} group by ${groups}
    ) as both_sides
    group by ${columns(key)} having sum(stored) <> sum(counted)
    order by ${columns(key)}`;
}

const columns = (names: string[]): RawBuilder<unknown> => sql.join(names.map((name) => sql.ref(name)));
