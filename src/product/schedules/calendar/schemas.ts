import { type Static, Type } from 'typebox';
import type { Timestamp as StoredTimestamp } from '../../../platform/database/tables.ts';
import { Id, NullableTimestamp, OneOf, PageOf, Timestamp } from '../../../platform/http/schemas.ts';
import { Anchor } from '../../tickets/recurrence-schemas.ts';
import { categories, priorities } from '../../tickets/tables.ts';
import { PatternDates } from '../recurring/pattern/schemas.ts';
import { blockers } from '../recurring/schemas.ts';

/** Runs of one request. */
export const maxRuns = 5_000;
/** Characters of a description that stand for a rule. */
export const summaryLength = 100;

export const CalendarQuery = Type.Object({
  from: { ...Timestamp, description: 'The first moment.' },
  to: { ...Timestamp, description: 'The moment after the last; at most twelve months after `from`.' },
  project_id: Type.Optional(Id),
});
export type CalendarQuery = Static<typeof CalendarQuery>;

export const CalendarRun = Type.Object(
  {
    rule_id: Id,
    at: {
      ...Timestamp,
      description: 'When it is due. An overdue run is expected at the next evaluation of the rules and has the present time.',
    },
    due_at: { ...Timestamp, description: 'When it is due by the schedule; in the past for an overdue run.' },
    will_run: Type.Boolean({ description: 'Whether it creates a ticket, as far as it can be known now.' }),
    reason: Type.Union([OneOf(blockers), Type.Null()], {
      description:
        'Why it creates no ticket; null: it creates one. `previous_ticket_open` is of the next run of a rule only: later ones are expected to find the ticket before them closed.',
    }),
    open_ticket_id: Type.Union([Id, Type.Null()], { description: 'With `previous_ticket_open`: the ticket that is not closed.' }),
    project_id: Id,
    project_name: Type.String(),
    object_id: Id,
    object_name: Type.String(),
    address: Type.String(),
    category: OneOf(categories),
    priority: OneOf(priorities),
    pattern: Type.Union([PatternDates, Type.Null()], { description: 'Of its rule; null: the rule follows its grid.' }),
    summary: Type.String({ description: `The first ${summaryLength} characters of the description.` }),
  },
  { title: 'CalendarRun' },
);

export type CalendarRun = Static<typeof CalendarRun>;
export const CalendarRunPage = PageOf(CalendarRun);
export type CalendarRunPage = Static<typeof CalendarRunPage>;

/** Runs that a preview shows of a schedule. */
export const previewedRuns = 6;

export const ShiftQuery = Type.Object({
  dry_run: Type.Optional(
    Type.Unsafe<'true' | 'false'>({
      type: 'string',
      enum: ['true', 'false'],
      description: 'true: calculates the coming runs and changes nothing.',
    }),
  ),
});

export const ShiftRule = Type.Object(
  {
    due_at: { ...Anchor, description: 'When the run that is moved is due by the schedule, as the calendar has it.' },
    to: { ...Anchor, description: 'When it is to be due: in the future.' },
    version: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'Of the preview that was confirmed: returns 409 when the schedule has changed.',
      }),
    ),
  },
  { title: 'ShiftRule' },
);
export type ShiftRule = Static<typeof ShiftRule>;

const ScheduledRun = Type.Object({
  at: CalendarRun.properties.at,
  due_at: CalendarRun.properties.due_at,
  will_run: CalendarRun.properties.will_run,
  reason: CalendarRun.properties.reason,
});

export const RuleShift = Type.Object(
  {
    rule_id: Id,
    anchor_at: { ...Timestamp, description: 'The anchor before the shift.' },
    new_anchor_at: { ...Timestamp, description: 'The anchor after it, which is the next run.' },
    version: Type.String({ description: 'Of the schedule before the shift.' }),
    before: Type.Array(ScheduledRun, { description: `The next ${previewedRuns} runs without the shift.` }),
    after: Type.Array(ScheduledRun, { description: `The next ${previewedRuns} runs with it.` }),
  },
  { title: 'RuleShift' },
);
export type RuleShift = Static<typeof RuleShift>;

export const CalendarFeedState = Type.Object(
  { created_at: { ...NullableTimestamp, description: 'When the present address was made; null: there is none.' } },
  { title: 'CalendarFeedState' },
);
export type CalendarFeedState = Static<typeof CalendarFeedState>;

export const CalendarFeedUrl = Type.Object(
  {
    url: Type.String({
      description: 'The address, which is answered here only. Whoever knows it reads the feed.',
      examples: ['https://callout.example.com/ext/calendar/mN3k....ics'],
    }),
  },
  { title: 'CalendarFeedUrl' },
);

export const FeedParams = Type.Object({ token: Type.String() });

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    calendar_tokens: CalendarTokensTable;
  }
}

interface CalendarTokensTable {
  user_id: string;
  token_hash: Buffer;
  created_at: StoredTimestamp;
}
