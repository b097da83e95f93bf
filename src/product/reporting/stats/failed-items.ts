import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { forceCustomPlan } from '../../../platform/database/prepared-statements.ts';
import type { Actor } from '../../visibility.ts';
import { ofVisibleProjects } from './planning.ts';
import type { StatsRange } from './range.ts';
import { maxFailedItems, type Stats } from './schemas.ts';

/** Counts the items of checklists whose answer in the range has failed, by checklist and item, the most frequent first. */
export async function readFailedItems(db: Db, actor: Actor, { from, to, projectId }: StatsRange): Promise<Stats['failed_items']> {
  const { rows } = await sql<Stats['failed_items'][number]>`
    ${forceCustomPlan}
    select c.name as checklist, i.label, count(*)::integer as failed
    from ticket_checklist_items as i join ticket_checklists as c on c.ticket_id = i.ticket_id join tickets as t on t.id = i.ticket_id
    where i.state = 'failed' and i.answered_at >= ${from} and i.answered_at < ${to} and ${ofVisibleProjects(actor, projectId)}
    group by c.name, i.label order by failed desc, c.name, i.label limit ${maxFailedItems}`.execute(db);
  return rows;
}
