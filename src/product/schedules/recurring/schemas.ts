import { type Static, Type } from 'typebox';
import { CountUpTo1000, healthSchema, jobDetails } from '../../../platform/health/schemas.ts';
import { pageParameters } from '../../../platform/http/pagination.ts';
import { Changes, Id, limits, NullableTimestamp, OneOf, PageOf, Text, Timestamp, Uuid } from '../../../platform/http/schemas.ts';
import { Anchor, PeriodDays } from '../../tickets/recurrence-schemas.ts';
import { categories, priorities } from '../../tickets/tables.ts';

const Category = OneOf(categories);
const Priority = OneOf(priorities);
const Description = Text(5, limits.description, ['Check the lift']);
const Floor = Text(0, limits.floor, ['3']);

export const RecurringRule = Type.Object(
  {
    id: Id,
    project_id: Id,
    project_name: Type.String(),
    object_id: Id,
    object_name: Type.String(),
    address: Type.String({ description: "The object's address when the rule was created." }),
    category: Category,
    description: Type.String(),
    floor: Type.String(),
    priority: Priority,
    anchor_at: Timestamp,
    period_days: Type.Integer(),
    is_active: Type.Boolean(),
    last_run_at: { ...NullableTimestamp, description: 'null: it never ran.' },
    next_run_at: { ...Timestamp, description: 'When it runs next; for a disabled rule, when it would.' },
    client_id: Uuid,
    client_name: Type.String(),
    created_by: Type.String({ description: 'Empty when the account was deleted.' }),
    created_by_name: Type.String(),
    created_at: Timestamp,
  },
  { title: 'RecurringRule' },
);
export type RecurringRule = Static<typeof RecurringRule>;
export const RecurringRulePage = PageOf(RecurringRule);

export const RecurringRun = Type.Object(
  {
    id: Id,
    rule_id: Id,
    run_at: Timestamp,
    ticket_id: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
    address: Type.String(),
    category: Category,
  },
  { title: 'RecurringRun' },
);
export type RecurringRun = Static<typeof RecurringRun>;
export const RecurringRunPage = PageOf(RecurringRun);

export const CreateRule = Type.Object(
  {
    anchor_at: Anchor,
    category: Category,
    description: Description,
    object_id: Id,
    period_days: PeriodDays,
    floor: Type.Optional(Floor),
    priority: Type.Optional({ ...Priority, default: 'normal' }),
  },
  { title: 'CreateRule' },
);

export const ChangeRule = Changes('ChangeRule', {
  anchor_at: Anchor,
  category: Category,
  description: Description,
  floor: Floor,
  is_active: Type.Boolean(),
  period_days: PeriodDays,
  priority: Priority,
});
export type ChangeRule = Static<typeof ChangeRule>;

export const RunAnswer = Type.Object({ ok: Type.Boolean(), ticket_id: Id }, { title: 'RunResult' });

const rulePages = pageParameters(['created_at', 'id', 'date'], 'created_at');

export const RuleQuery = Type.Object({ project_id: Type.Optional(Id), ...rulePages });
export type RuleQuery = Static<typeof RuleQuery>;

export const RuleSearch = Type.Object({ project_id: Type.Optional(Id), object_id: Type.Optional(Id), ...rulePages });
export type RuleSearch = Static<typeof RuleSearch>;

export const RunQuery = Type.Object(pageParameters(['run_at', 'id'], 'run_at'));
export type RunQuery = Static<typeof RunQuery>;

export const blockers = ['rule_disabled', 'project_disabled', 'object_disabled', 'previous_ticket_open'] as const;

/** When a rule runs next, and why it may create no ticket. */
export const NextRunStatus = Type.Object(
  {
    rule_id: Id,
    last_run_at: NullableTimestamp,
    next_run_at: Timestamp,
    due: Type.Boolean({ description: 'The time of the next run has come.' }),
    blocker: Type.Union([OneOf(blockers), Type.Null()], {
      description: 'Why the rule creates no ticket even when it is due; null: nothing blocks it.',
    }),
    open_ticket_id: Type.Union([Id, Type.Null()], { description: 'The previous ticket, while it is not closed.' }),
    evaluation_interval_seconds: Type.Integer({
      description: 'Time between two evaluations of all rules; a due rule runs at the next.',
    }),
    expected_at: {
      ...NullableTimestamp,
      description:
        'About when the evaluation comes that creates the ticket, if the previous one is closed by then. null: the rule, its project or its object is disabled, or the last evaluation failed or is overdue.',
    },
  },
  { title: 'NextRunStatus' },
);

export type NextRunStatus = Static<typeof NextRunStatus>;

export const RulesHealth = healthSchema('RulesHealth', ['working', 'failed', 'late'], {
  ...jobDetails,
  due: CountUpTo1000('Active rules that are due.'),
  blocked: CountUpTo1000(
    'Of these, those that create no ticket: the previous one is open, or the project or object is disabled.',
  ),
});
