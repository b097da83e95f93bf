import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { blockers } from './schemas.ts';

/** The reason why a due rule creates no ticket. */
export type Blocker = (typeof blockers)[number];

/** Rules `r` with their project `p` and their object `o`. */
export const rulesWithObject = (db: Db) =>
  db
    .selectFrom('recurring_rules as r')
    .innerJoin('projects as p', 'p.id', 'r.project_id')
    .innerJoin('objects as o', 'o.id', 'r.object_id');

/** The id of the newest ticket of the rule `r`, null when it is closed or deleted (docs/rules.md, Recurring rules). */
export const unclosedPreviousTicketId = sql<number | null>`(
  select case when status <> 'closed' then id end from tickets where rule_id = r.id order by id desc limit 1
)`;

/**
 * What blocks the rule `r`: while it is disabled, its project or object is disabled, or its previous ticket is unclosed, it
 * creates no ticket even when it is due. null: nothing blocks it. Checked by runDueRules() and runNow() under the lock of
 * lockRules() in actions.ts. Needs the tables of rulesWithObject().
 */
export const blocker = sql<Blocker | null>`
  case when not r.is_active then 'rule_disabled' when not p.is_active then 'project_disabled'
       when not o.is_active then 'object_disabled' when ${unclosedPreviousTicketId} is not null then 'previous_ticket_open' end`;
