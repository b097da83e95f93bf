import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { forceCustomPlan } from '../../../platform/database/prepared-statements.ts';
import { weekdayAndHour } from './counted-filters.ts';
import { type Found, groupings } from './found-entries.ts';
import type { Stats } from './schemas.ts';
import { ofWeeks } from './summed-weeks.ts';

/** Counts created tickets by weekday and hour. */
export async function readHours(db: Db, { entries, weeks, range }: Found): Promise<Stats['by_hour']> {
  const { weekday, hour } = weekdayAndHour(sql`at`, range.offsets);
  const quarters = sql`
    union all select s.slot, s.created from ticket_stats_sums as s
    where ${ofWeeks(weeks)} and s.kind = ${sql.lit(groupings.bucket)} and s.created > 0`;
  const { rows } = await sql<Stats['by_hour'][number]>`
    ${forceCustomPlan}
    select ${weekday} as weekday, ${hour} as hour, sum(n)::integer as created
    from (
      select at, 1 as n from (${entries}) as found where action = 'created' ${weeks.length > 0 ? quarters : sql``}
    ) as part group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}
