import { sql } from 'kysely';
import { Type } from 'typebox';
import type { TicketField } from '../../../../platform/module/ticket-fields.ts';
import { PatternDates } from './schemas.ts';

/** When the rule of a ticket runs, for whoever sees the ticket: workers read no rules. */
export const patternField: TicketField = {
  name: 'recurring_pattern',
  schema: {
    ...Type.Unsafe<PatternDates | null>({ anyOf: [PatternDates, { type: 'null' }] }),
    description: 'The pattern of the rule that created it; null for a rule without one, and for other tickets.',
  },
  // Most tickets have no rule, so nothing is looked up for them.
  columns: sql`case when t.rule_id is not null then (
    select json_build_object('rrule', rrule, 'starts_on', starts_on, 'time', local_time, 'timezone', timezone, 'lead_days', lead_days)
    from recurring_patterns where rule_id = t.rule_id) end as recurring_pattern`,
};
