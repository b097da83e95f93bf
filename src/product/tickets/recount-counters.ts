import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

/** A stored number that differs from the rows that it counts. */
export interface CounterDifference {
  table: string;
  /** the columns of its key, separated by spaces, and which of several numbers it is */
  key: string;
  stored: number;
  counted: number;
}

// The triggers of migration 004 keep the counters. They differ from the tickets only after a change that ran without
// triggers: an import in replica mode, a TRUNCATE, a restore by other tools.

export interface Counter {
  table: 'ticket_status_counts' | 'worker_closed_counts';
  key: string[];
  /** the account that each row belongs to */
  owner: 'client_id' | 'worker_id';
  counted: RawBuilder<boolean>;
  /** what the tickets are grouped by */
  groups: RawBuilder<unknown>;
}

/** In the order in which the triggers lock them. */
export const counters: readonly Counter[] = [
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

/** The accounts whose ids follow `after`, up to and with `last`; all that follow without it. */
export interface AccountRange {
  after: string;
  last?: string | undefined;
}

/** By how much the counters of a range of accounts differ from the tickets, added up. */
export function counterDrift(counter: Counter, { after, last }: AccountRange): RawBuilder<{ drift: number }> {
  const owner = sql.ref(counter.owner);
  const isInRange = sql<boolean>`${owner} > ${after}::uuid ${last ? sql`and ${owner} <= ${last}::uuid` : sql``}`;
  return sql`
    select coalesce(sum(abs(stored - counted)), 0)::float8 as drift from (${differences(counter, isInRange)}) as different`;
}

/**
 * The last account of the range after `after` that has at most `maxTickets` counted tickets, or of one account that has more; null when
 * the range needs no end.
 */
export function endOfRange({ owner, counted }: Counter, after: string, maxTickets: number): RawBuilder<{ last: string | null }> {
  const id = sql.ref(owner);
  return sql`
    with next as materialized (
      select ${id} as id from tickets where ${counted} and ${id} > ${after}::uuid order by ${id} limit ${maxTickets + 1}
    ), newest as (
      select id from next order by id desc limit 1
    )
    select case when count(*) > ${maxTickets} then coalesce(
      (select n.id from next as n where n.id < (select id from newest) order by n.id desc limit 1), (select id from newest)
    ) end as last from next`;
}

/** @param ofOwner a condition on the accounts */
function differences({ table, key, counted, groups }: Counter, ofOwner = sql<boolean>`true`): RawBuilder<CounterDifference> {
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
