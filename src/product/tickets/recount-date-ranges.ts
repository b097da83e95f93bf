import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { CounterDifference } from './recount-counters.ts';

// The triggers of migration 012 widen the ranges of dates. After a change without triggers lists of some days lack the tickets that are
// outside of the range of their block. A range that is too wide is right: it only makes such a list slower.

/** As in the migration of ticket_id_date_ranges. */
const ticketDays = sql`select id / 8192 as block, (created_at at time zone 'UTC')::date as day from tickets`;

const differences: RawBuilder<CounterDifference> = sql`
  select 'ticket_id_date_ranges' as "table", block::text as key,
    (count(*) filter (where day between first_day and last_day))::integer as stored, count(*)::integer as counted
  from (${ticketDays}) as t left join ticket_id_date_ranges using (block)
  group by block
  having count(*) > count(*) filter (where day between first_day and last_day)
  order by block`;

/** @returns for each block how many of its tickets are in its range, and how many there are, where these differ */
export async function findDateRangeDifferences(db: Db): Promise<CounterDifference[]> {
  return (await differences.execute(db)).rows;
}

/** Widens the ranges, as the triggers do, so that tickets can be written meanwhile. @returns what differed */
export async function repairDateRanges(tx: Tx): Promise<CounterDifference[]> {
  const { rows } = await sql<CounterDifference>`
    with different as (${differences}),
    repaired as (
      insert into ticket_id_date_ranges as r (block, first_day, last_day)
      select block, min(day), max(day) from (${ticketDays}) as t
      where block in (select key::integer from different) group by block order by block
      on conflict (block) do update
      set first_day = least(r.first_day, excluded.first_day), last_day = greatest(r.last_day, excluded.last_day)
    )
    select "table", key, stored, counted from different`.execute(tx);
  return rows;
}
