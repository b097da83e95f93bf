import { type Static, Type } from 'typebox';
import { Id, PageOf, Timestamp, Uuid } from '../../../../platform/http/schemas.ts';
import { NullableEquipment } from '../../../places/equipment/schemas.ts';
import { CreateRule, RecurringRule } from '../schemas.ts';
import { yearsLookedAhead } from './rule-dates.ts';

const Rrule = Type.String({
  minLength: 1,
  maxLength: 500,
  'x-trim': true,
  examples: ['FREQ=MONTHLY;BYMONTHDAY=-1'],
  description: `A recurrence rule of RFC 5545 with FREQ (DAILY, WEEKLY, MONTHLY or YEARLY), INTERVAL, BYMONTH, BYMONTHDAY, BYDAY, and COUNT or UNTIL. Weeks begin on Monday. Dates of the next ${yearsLookedAhead} years are looked for.`,
});
const StartsOn = Type.String({
  format: 'date',
  examples: ['2027-01-31'],
  description: 'The first day that can be a date, and the one from which intervals are counted; from 1970 on.',
});
const LocalTime = Type.String({
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
  examples: ['08:00'],
  description: 'When clocks skip it, the first moment after the gap counts; when it comes twice, the first.',
});
const Zone = Type.String({
  minLength: 1,
  maxLength: 64,
  examples: ['Europe/Berlin'],
  description: 'A name of the IANA database.',
});
const LeadDays = Type.Integer({
  minimum: 0,
  maximum: 60,
  default: 0,
  examples: [14],
  description: 'How many days before a date its ticket is created, at the same local time.',
});

export const PatternBody = Type.Object(
  {
    rrule: Rrule,
    starts_on: StartsOn,
    time: LocalTime,
    timezone: Zone,
    lead_days: Type.Optional(LeadDays),
    worker_id: Type.Optional({
      ...Uuid,
      description: 'An active member of the project, to whom each ticket is assigned when it is created.',
    }),
    equipment_id: Type.Optional({ ...Id, description: 'Equipment of the object of the rule, which each ticket is about.' }),
    checklist_id: Type.Optional({
      ...Id,
      description: 'A checklist of the client or of the admins, which is copied to each ticket.',
    }),
  },
  { title: 'NewRecurringPattern' },
);
export type PatternBody = Static<typeof PatternBody>;

/** What the dates of a pattern follow from. */
export const PatternDates = Type.Object(
  {
    rrule: Type.String({ examples: ['FREQ=MONTHLY;BYMONTHDAY=-1'] }),
    starts_on: Type.String({ format: 'date', examples: ['2027-01-31'] }),
    time: Type.String({ examples: ['08:00'] }),
    timezone: Type.String({ examples: ['Europe/Berlin'] }),
    lead_days: Type.Integer({ examples: [14] }),
  },
  { title: 'RecurringPatternDates' },
);
export type PatternDates = Static<typeof PatternDates>;

export const RecurringPattern = Type.Object(
  {
    ...PatternDates.properties,
    worker_id: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'uuid',
      description: 'null: nobody is assigned, or the account was deleted.',
    }),
    worker_name: Type.String({ description: 'Empty without a worker.' }),
    is_worker_missing: Type.Boolean({
      description: 'The worker is no active member of the project any more, so tickets stay new.',
    }),
    equipment_id: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'The id of `equipment`.' }),
    equipment: {
      ...NullableEquipment,
      description: 'What each ticket is about. null: nobody has said, or the equipment was deleted.',
    },
    checklist_id: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'The checklist that is copied to each ticket; null: none, or it was deleted.',
    }),
    has_ended: Type.Boolean({ description: 'No date comes any more: the rule is disabled and keeps the last one.' }),
  },
  { title: 'RecurringPattern' },
);
export type RecurringPattern = Static<typeof RecurringPattern>;

export const CreateRuleWithPattern = Type.Object(
  { ...CreateRule.properties, pattern: PatternBody },
  { title: 'CreateRuleWithPattern' },
);

export const RuleWithPattern = Type.Object(
  { ...RecurringRule.properties, pattern: RecurringPattern },
  { title: 'RecurringRuleWithPattern' },
);
export type RuleWithPattern = Static<typeof RuleWithPattern>;

export const ListedRule = Type.Object(
  {
    ...RecurringRule.properties,
    pattern: Type.Union([RecurringPattern, Type.Null()], { description: 'null: it follows its grid.' }),
  },
  { title: 'ListedRecurringRule' },
);
export type ListedRule = Static<typeof ListedRule>;
export const ListedRulePage = PageOf(ListedRule);

export const PreviewQuery = Type.Object({
  rrule: Rrule,
  starts_on: StartsOn,
  time: LocalTime,
  timezone: Zone,
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 12 })),
});
export type PreviewQuery = Static<typeof PreviewQuery>;

export const PatternPreview = Type.Object(
  {
    dates: Type.Array(
      Type.Object({
        at: Timestamp,
        local: Type.String({ description: 'The local time of that moment.', examples: ['2027-01-31T08:00'] }),
      }),
      { description: 'The coming dates; fewer than `count` where the pattern ends.' },
    ),
  },
  { title: 'RecurringPatternPreview' },
);
export type PatternPreview = Static<typeof PatternPreview>;
