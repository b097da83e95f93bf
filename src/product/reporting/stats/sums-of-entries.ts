import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { groupings } from './found-entries.ts';

export const sumKeys = sql`week, kind, slot, category, object_id, worker_id`;
export const countColumns = ['created', 'closed', 'canceled', 'reworked', 'met', 'missed'] as const;
/** Of ticket_stats_sums, in the order of sumsOfEntries(). */
export const sumColumns = sql`${sumKeys}, ${sql.join(countColumns.map((name) => sql.ref(name)))}, take, finish`;

/** The sums of the rows of ticket_stats that fulfil a condition. Alias `s`. */
export function sumsOfEntries(condition: RawBuilder<SqlBool>): RawBuilder<unknown> {
  const minutesOf = (action: string) => sql`
    case when grouping(slot) = 1 then array_agg(minutes) filter (where action = ${sql.lit(action)} and minutes is not null) end`;
  return sql`
    select week,
      case when grouping(slot) = 0 then ${sql.lit(groupings.bucket)} when grouping(category) = 0 then ${sql.lit(groupings.category)}
        when grouping(object_id) = 0 then ${sql.lit(groupings.object)} else ${sql.lit(groupings.worker)} end,
      slot, category, object_id, worker_id,
      count(*) filter (where action = 'created'), count(*) filter (where action in ('confirmed', 'canceled')),
      count(*) filter (where action = 'canceled'), count(*) filter (where action = 'rejected'),
      count(*) filter (where deadline_met), count(*) filter (where not deadline_met), ${minutesOf('assigned')}, ${minutesOf('confirmed')}
    from (
      select s.*, week_of_stats(s.at) as week, date_bin('15 minutes', s.at, '2001-01-01 00:00:00Z') as slot,
        round(s.seconds / 60.0)::integer as minutes
      from ticket_stats as s where ${condition} and s.project_id in (select id from projects)
    ) as s
    group by grouping sets ((week, slot), (week, category), (week, object_id), (week, had_worker, worker_id))
    having grouping(had_worker) = 1 or had_worker`;
}
