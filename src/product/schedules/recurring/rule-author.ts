import { sql } from 'kysely';

/** The author of what the rule of the ticket `t` does, for its journal. */
export const ruleAuthor = {
  actorId: sql<string | null>`(select created_by from recurring_rules where id = t.rule_id)`,
  actorName: sql<string>`(select created_by_name from recurring_rules where id = t.rule_id)`,
};
