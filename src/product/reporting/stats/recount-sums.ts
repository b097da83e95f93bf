import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/database.ts';
import type { CounterDifference } from '../../tickets/recount-counters.ts';
import { countColumns, sumColumns, sumKeys, sumsOfEntries } from './sums-of-entries.ts';

// Triggers record which weeks have late changes, so sums differ from the rows only after a change that ran without triggers.

interface Difference extends CounterDifference {
  week: string;
}

/** @returns the sums of weeks without late changes that differ from their rows, without changing them */
export async function findSumDifferences(db: Db): Promise<CounterDifference[]> {
  return (await differences(db)).map(({ week: _week, ...difference }) => difference);
}

/** Has the weeks whose sums differ summed again by the job; until then they are read row by row. @returns what differed */
export async function repairSums(tx: Tx): Promise<CounterDifference[]> {
  const found = await differences(tx);
  const weeks = [...new Set(found.map(({ week }) => week))];
  await sql`insert into ticket_stats_late (week) select unnest(${weeks}::timestamptz[])`.execute(tx);
  return found.map(({ week: _week, ...difference }) => difference);
}

async function differences(db: Db): Promise<Difference[]> {
  const isRead = sql<boolean>`
    week in (select w.week from ticket_stats_weeks as w
      where w.is_summed and not exists (select from ticket_stats_late as l where l.week = w.week))`;
  const numbers = sql.join([
    ...countColumns.map((name) => sql`sum(${sql.ref(name)})`),
    ...['take', 'finish'].map((name) => sql`coalesce(sum(cardinality(${sql.ref(name)})), 0)`),
  ]);
  const texts = sql`${sumKeys}, concat_ws('/', ${numbers}) as numbers, sum(created + closed + reworked) as n`;
  const { rows } = await sql<Difference>`
    with counted as (
      select ${texts} from (${sumsOfEntries(sql`true`)}) as c (${sumColumns}) where ${isRead} group by ${sumKeys}
    ), stored as (
      select ${texts} from ticket_stats_sums where ${isRead} group by ${sumKeys}
    )
    select 'ticket_stats_sums' as "table", week, concat_ws(' ', ${sumKeys}) as key,
      coalesce(sum(n) filter (where is_stored), 0)::integer as stored, coalesce(sum(n) filter (where not is_stored), 0)::integer as counted
    from (select true as is_stored, * from stored union all select false, * from counted) as both_sides
    group by ${sumKeys}
    having min(numbers) filter (where is_stored) is distinct from min(numbers) filter (where not is_stored)
    order by ${sumKeys}`.execute(db);
  return rows;
}
