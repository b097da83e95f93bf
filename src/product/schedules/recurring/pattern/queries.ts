import '../tables.ts';
import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Db } from '../../../../platform/database/database.ts';
import { badRequest, invalidValue, notFound, validationFailed } from '../../../../platform/http/errors.ts';
import { requireTimeZone } from '../../../../platform/http/validation.ts';
import type { TicketField } from '../../../../platform/module/ticket-fields.ts';
import { type Actor, seesRule } from '../../../visibility.ts';
import { type LocalDates, type PatternDate, patternDates, type StoredPattern } from './pattern-runs.ts';
import { RecurrenceRuleError } from './rrule.ts';
import { PatternDates, type PatternPreview, type PreviewQuery, type RecurringPattern } from './schemas.ts';

/** The pattern of the rule `r`, null when it has none. */
export const patternOf = sql<StoredPattern | null>`(
  select json_build_object('rrule', rrule, 'starts_on', starts_on, 'time', local_time, 'timezone', timezone,
    'lead_days', lead_days, 'set_at', set_at)
  from recurring_patterns where rule_id = r.id)`;

/** Whether the pattern `pattern` of the rule `r` names a worker who cannot be assigned to its tickets. */
const isWorkerMissing = sql`pattern.has_worker and not exists (
  select from project_workers as m join users as u on u.id = m.worker_id
  where m.project_id = r.project_id and m.worker_id = pattern.worker_id and m.status = 'active' and u.is_active)`;

/** The pattern of the rule `r` with what answers show of it, null when it has none. */
export const shownPattern = sql<RecurringPattern | null>`(
  select json_build_object('rrule', pattern.rrule, 'starts_on', pattern.starts_on, 'time', pattern.local_time,
    'timezone', pattern.timezone, 'lead_days', pattern.lead_days, 'worker_id', pattern.worker_id,
    'worker_name', coalesce((select name from users where id = pattern.worker_id), ''),
    'equipment_id', pattern.equipment_id,
    'equipment', (select json_build_object('id', id, 'name', name) from equipment where id = pattern.equipment_id),
    'checklist_id', pattern.checklist_id, 'is_worker_missing', ${isWorkerMissing}, 'has_ended', pattern.has_ended)
  from recurring_patterns as pattern where pattern.rule_id = r.id)`;

/** Reads the pattern of a rule. @throws 404 rule missing or not visible, or without a pattern */
export async function getPattern(db: Db, actor: Actor, ruleId: number): Promise<RecurringPattern> {
  const rule = await db
    .selectFrom('recurring_rules as r')
    .select(shownPattern.as('pattern'))
    .where('r.id', '=', ruleId)
    .where(seesRule(actor))
    .executeTakeFirst();
  if (!rule) throw notFound('rule');
  if (!rule.pattern) throw notFound('pattern');
  return rule.pattern;
}

/** Lists the coming dates of a pattern that somebody considers. @throws 400 no pattern, or one without coming dates */
export function previewPattern({ count = 12, ...dates }: PreviewQuery, now: Date): PatternPreview {
  const coming = comingDates(dates, now, count);
  return { dates: coming.map(({ at }) => ({ at: at.toISOString(), local: localTimeOf(at, dates.timezone) })) };
}

const localTimeOf = (at: Date, timezone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(timezone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' });

const earliestStart = '1970-01-01';

/**
 * Checks a pattern.
 * @param max how many dates are calculated
 * @returns its coming dates, of which there is one at least
 * @throws 400 no pattern, or one without coming dates
 */
export function comingDates(pattern: LocalDates, now: Date, max: number): PatternDate[] {
  requireTimeZone(pattern.timezone);
  if (pattern.starts_on < earliestStart) throw invalidValue('starts_on', `must not be before ${earliestStart}`);
  const dates = withBadRequest(() =>
    patternDates({ ...pattern, lead_days: 0 }, now)
      .filter(({ at }) => at >= now)
      .take(max)
      .toArray(),
  );
  if (dates.length === 0) throw noComingDates();
  return dates;
}

export const noComingDates = () => badRequest('no_coming_dates', 'rrule has no coming dates');

function withBadRequest<T>(calculate: () => T): T {
  try {
    return calculate();
  } catch (error) {
    throw error instanceof RecurrenceRuleError ? validationFailed(error.message, '#/rrule') : error;
  }
}

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
