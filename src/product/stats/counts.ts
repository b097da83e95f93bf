import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { forceCustomPlan } from '../../platform/database/prepared-statements.ts';
import { type Group, groupingColumns } from './found-entries.ts';

export interface Counts extends Group {
  created: number;
  closed: number;
  canceled: number;
  reworked: number;
  met: number;
  missed: number;
  /** null: of other groups, or deleted */
  object_name: string | null;
  worker_name: string | null;
}

const countOf = (condition: RawBuilder<unknown>) => sql`(count(*) filter (where ${condition}))::integer`;

/** Counts entries by bucket, category, object and worker, and all of them. @param found of foundEntries() */
export async function readCounts(db: Db, found: RawBuilder<unknown>): Promise<Counts[]> {
  const { rows } = await sql<Counts>`
    ${forceCustomPlan}
    select c.*, o.name as object_name, u.name as worker_name
    from (
      select grouping(${groupingColumns}) as grouping, ${groupingColumns},
        ${countOf(sql`action = 'created'`)} as created,
        ${countOf(sql`action in ('confirmed', 'canceled')`)} as closed,
        ${countOf(sql`action = 'canceled'`)} as canceled,
        ${countOf(sql`action = 'rejected'`)} as reworked,
        ${countOf(sql`deadline_met`)} as met,
        ${countOf(sql`not deadline_met`)} as missed
      from (${found}) as found
      group by grouping sets ((bucket), (category), (object_id), (worker_id), ())
    ) as c
    left join objects as o on o.id = c.object_id left join users as u on u.id = c.worker_id
    order by c.grouping, c.category, c.created + c.closed desc, c.object_id, c.worker_id`.execute(db);
  return rows;
}
