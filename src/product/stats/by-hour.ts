import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { forceCustomPlan } from '../../platform/database/prepared-statements.ts';
import type { ZoneOffset } from '../../platform/lib/time-zones.ts';
import { weekdayAndHour } from './local-hours.ts';
import type { Stats } from './schemas.ts';

/** Counts created tickets by weekday and hour. @param found of foundEntries() */
export async function readHours(db: Db, found: RawBuilder<unknown>, offsets: readonly ZoneOffset[]): Promise<Stats['by_hour']> {
  const { weekday, hour } = weekdayAndHour(sql`at`, offsets);
  const { rows } = await sql<Stats['by_hour'][number]>`
    ${forceCustomPlan}
    select ${weekday} as weekday, ${hour} as hour, count(*)::integer as created
    from (${found}) as found where action = 'created' group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}
