import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { directionOf, nameCollation, type Page } from '../../platform/http/pagination.ts';
import { isInWork } from './queries.ts';
import type { Workload, WorkloadQuery } from './schemas.ts';

/** How many tickets in work each worker has, counted over the index tickets_in_work. */
export async function listWorkload(db: Db, query: WorkloadQuery): Promise<Page<Workload>> {
  const { sort, limit, offset } = query;
  const direction = sql.raw(directionOf(query, 'desc'));
  const key = sort === 'name' ? sql`u.name ${nameCollation}` : sql`l.open`;
  const { rows } = await sql<Workload>`
    select l.*, u.name as worker_name
    from (${counts}) as l join users u on u.id = l.worker_id
    order by ${key} ${direction}, u.id ${direction} limit ${limit} offset ${offset}`.execute(db);
  const { rows: all } = await sql<{ total: number }>`
    select count(distinct worker_id)::int as total from tickets where ${isInWork}`.execute(db);
  return { items: rows, total: all[0]?.total ?? 0, limit, offset };
}

const counts = sql`
  select worker_id, count(*)::int as open,
         (count(*) filter (where status = 'assigned'))::int as assigned,
         (count(*) filter (where status = 'in_progress'))::int as in_progress,
         (count(*) filter (where status = 'rejected'))::int as rejected,
         (count(*) filter (where status = 'done'))::int as done
  from tickets where ${isInWork} group by worker_id`;
