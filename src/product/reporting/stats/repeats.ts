import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { forceCustomPlan } from '../../../platform/database/prepared-statements.ts';
import { directionOf, type Page } from '../../../platform/http/pagination.ts';
import { plus } from '../../../platform/lib/clock.ts';
import { days } from '../../../platform/lib/duration.ts';
import type { Actor } from '../../visibility.ts';
import { seesStats } from './range.ts';
import { minRepeats, type Repeat, type RepeatQuery, repeatsDays } from './schemas.ts';

/**
 * Lists objects with several tickets of one category in the last days, also when the tickets were deleted since, or equipment with several
 * tickets that still exist.
 */
export async function listRepeats(db: Db, actor: Actor, query: RepeatQuery, now: Date): Promise<Page<Repeat>> {
  const { limit, offset, sort } = query;
  const direction = sql.raw(directionOf(query, 'desc'));
  const since = plus(now, -days(repeatsDays));
  const found = query.by === 'equipment' ? countByEquipment(actor, query, since) : countByObject(actor, query, since);
  const { rows } = await sql<Repeat>`
    ${forceCustomPlan}
    select f.object_id, o.name as object_name, p.id as project_id, p.name as project_name,
      case when q.id is not null then json_build_object('id', q.id, 'name', q.name) end as equipment,
      f.category, f.tickets, f.last_created_at
    from (${found}) as f join objects as o on o.id = f.object_id join projects as p on p.id = o.project_id
      left join equipment as q on q.id = f.equipment_id
    order by ${sql.ref(`f.${sort}`)} ${direction}, f.object_id ${direction}, f.equipment_id ${direction}, f.category ${direction}
    limit ${limit} offset ${offset}`.execute(db);
  const { rows: all } = await sql<{ total: number }>`
    ${forceCustomPlan}
    select count(*)::integer as total from (${found}) as f join objects as o on o.id = f.object_id`.execute(db);
  return { items: rows, total: all[0]?.total ?? 0, limit, offset };
}

type CountedQuery = Pick<RepeatQuery, 'project_id'>;

const countByObject = (actor: Actor, { project_id }: CountedQuery, since: Date) => sql`
    select s.object_id, null::integer as equipment_id, s.category, count(*)::integer as tickets, max(s.at) as last_created_at
    from ticket_stats as s
    where s.action = 'created' and s.at >= ${since} and ${seesStats(actor, project_id)}
    group by s.object_id, s.category
    having count(*) >= ${sql.lit(minRepeats)}`;

/** The tables of equipment belong to a module that may be missing: then they are empty. */
const countByEquipment = (actor: Actor, { project_id }: CountedQuery, since: Date) => sql`
    select s.object_id, e.equipment_id, s.category, count(*)::integer as tickets, max(s.created_at) as last_created_at
    from tickets as s join ticket_equipment as e on e.ticket_id = s.id
    where s.created_at >= ${since} and ${seesStats(actor, project_id)}
    group by s.object_id, e.equipment_id, s.category
    having count(*) >= ${sql.lit(minRepeats)}`;
