import { type Static, Type } from 'typebox';
import { pageParameters } from '../../../platform/http/pagination.ts';
import { Id, NullableTimestamp, OneOf, PageOf, Timestamp } from '../../../platform/http/schemas.ts';
import { NullableEquipment } from '../../places/equipment/schemas.ts';
import { CostTotal } from '../../tickets/costs/schemas.ts';
import { holdReasons } from '../../tickets/holds/schemas.ts';
import { categories } from '../../tickets/tables.ts';

export const maxBuckets = 1_000;
/** How many objects and workers an answer has. */
export const maxGroups = 100;
/** How many items of checklists an answer has. */
export const maxFailedItems = 20;
/** The range when `from` is left out. */
export const defaultRangeDays = 30;

const DateTime = Type.String({ format: 'date-time' });

export const StatsQuery = Type.Object({
  from: Type.Optional({
    ...DateTime,
    description: `The first moment; when it is left out, ${defaultRangeDays} days before \`to\`.`,
  }),
  to: Type.Optional({ ...DateTime, description: 'The moment after the last one; now when it is left out.' }),
  group: Type.Optional({ ...OneOf(['day', 'week', 'month']), default: 'day', description: 'Weeks begin on Monday.' }),
  timezone: Type.Optional(
    Type.String({
      maxLength: 64,
      default: 'UTC',
      description: 'Where days begin at midnight.',
      examples: ['Europe/Berlin'],
    }),
  ),
  project_id: Type.Optional(Id),
});
export type StatsQuery = Static<typeof StatsQuery>;

const Count = Type.Integer();
const created = Count;
const ends = {
  closed: { ...Count, description: 'With those that were canceled.' },
  canceled: Count,
  reworked: { ...Count, description: 'How often work was rejected.' },
};

const Minutes = Type.Unsafe<number | null>({ type: ['number', 'null'], description: 'null: there was no such ticket.' });
const Durations = Type.Object({ median_minutes: Minutes, p90_minutes: Minutes }, { title: 'Durations' });
export type Durations = Static<typeof Durations>;

const qualities = {
  take: { ...Durations, description: 'From the creation until somebody was assigned first, in this range.' },
  finish: { ...Durations, description: 'From the creation until the work was done last; of tickets confirmed in this range.' },
  deadlines: Type.Object(
    { met: Count, missed: Count },
    { description: 'Tickets closed in this range that met all their deadlines, or missed one.' },
  ),
};

/** Up to how many days old the open tickets of an age class are; the last class has those that are older. */
export const ageLimitsDays = [1, 7, 30, 90] as const;

const NullableInteger = Type.Unsafe<number | null>({ type: ['integer', 'null'] });
const AgeClass = Type.Object(
  {
    max_days: { ...NullableInteger, description: 'The age in days of the time zone: 0 since midnight. null: older.' },
    created_from: { ...NullableTimestamp, description: 'When the oldest can have been created; null: at any time.' },
    created_to: { ...NullableTimestamp, description: 'The moment after the youngest; null: now.' },
    open: Count,
  },
  { title: 'StatsAgeClass' },
);

const HourOfWeek = Type.Object(
  {
    weekday: { ...Type.Integer({ minimum: 1, maximum: 7 }), description: 'From 1 for Monday.' },
    hour: Type.Integer({ minimum: 0, maximum: 23 }),
    created,
  },
  { title: 'StatsHourOfWeek' },
);

const costs = Type.Array(CostTotal, {
  description: 'Lines of cost whose day is in this range, by currency, with those of tickets that were deleted.',
});

const Rating = Type.Object(
  {
    count: Count,
    mean: Type.Unsafe<number | null>({
      type: ['number', 'null'],
      description: 'From 1 to 5, to two decimals; null: no ratings.',
    }),
  },
  {
    title: 'StatsRating',
    description:
      'Ratings by people who reported a problem without an account, given in this range, with those of tickets that were deleted.',
  },
);
export type Rating = Static<typeof Rating>;

const Waiting = Type.Object(
  {
    reason: { ...OneOf(holdReasons), description: 'What the work waited for.' },
    holds: Count,
    minutes: { ...Count, description: 'How long all of them lasted together, in this range.' },
  },
  { title: 'StatsWaiting' },
);

const FailedItem = Type.Object({ checklist: Type.String(), label: Type.String(), failed: Count }, { title: 'StatsFailedItem' });

const Bucket = Type.Object(
  { from: { ...Timestamp, description: 'The beginning of the day, week or month.' }, created, ...ends, costs },
  { title: 'StatsBucket' },
);

export const Stats = Type.Object(
  {
    buckets: Type.Array(Bucket),
    totals: Type.Object({ created, ...ends, ...qualities, costs, rating: Rating }),
    by_category: Type.Array(Type.Object({ category: OneOf(categories), created, ...ends, ...qualities, costs })),
    by_object: Type.Array(
      Type.Object({
        object_id: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'null: objects that were deleted.' }),
        name: Type.String(),
        created,
        ...ends,
        ...qualities,
        costs,
        rating: Rating,
      }),
      { description: `At most ${maxGroups}: those with the most tickets, then those that only have costs or ratings.` },
    ),
    by_worker: Type.Array(
      Type.Object({
        worker_id: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'null: accounts that were deleted.' }),
        name: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
        ...ends,
        ...qualities,
        rating: { ...Rating, description: 'Of work on tickets that were assigned to the worker when they were closed.' },
      }),
      {
        description: `At most ${maxGroups}, those with the most tickets, then those that only have ratings. The worker is the one to whom the ticket was assigned then.`,
      },
    ),
    by_equipment: Type.Array(Type.Object({ equipment_id: Id, name: Type.String(), object_name: Type.String(), costs }), {
      description: `Equipment with costs, at most ${maxGroups}, the highest first; without those of tickets that were deleted.`,
    }),
    by_hour: Type.Array(HourOfWeek, { description: 'Created tickets by local hour; hours without tickets are left out.' }),
    appointments: Type.Object(
      {
        kept: {
          ...Count,
          description: 'The work was started or finished or photographed until its end, at most an hour before it.',
        },
        missed: Count,
      },
      {
        description:
          'Appointments that ended in this range, without those that were moved or cancelled before, and of work done before.',
      },
    ),
    failed_items: Type.Array(FailedItem, {
      description: `Answers to checklists in this range that have failed, by item, at most ${maxFailedItems}, the most frequent first; without those of deleted tickets.`,
    }),
    waiting_by_reason: Type.Array(Waiting, { description: 'Holds in this range, the longest waiting first.' }),
    open_by_age: Type.Array(AgeClass, { description: 'The tickets that are open now, whatever the range, the youngest first.' }),
    deleted_before: {
      ...NullableTimestamp,
      description: 'Tickets that were closed before are deleted, and only counted here. null: none are deleted.',
    },
  },
  { title: 'Stats' },
);
export type Stats = Static<typeof Stats>;

export const repeatsDays = 30;
export const minRepeats = 3;

const Repeat = Type.Object(
  {
    object_id: Id,
    object_name: Type.String(),
    project_id: Id,
    project_name: Type.String(),
    equipment: { ...NullableEquipment, description: 'null unless `by` is `equipment`.' },
    category: OneOf(categories),
    tickets: { ...Count, description: `Created in the last ${repeatsDays} days.` },
    last_created_at: Timestamp,
  },
  { title: 'Repeat' },
);
export type Repeat = Static<typeof Repeat>;
export const RepeatPage = PageOf(Repeat);

export const RepeatQuery = Type.Object({
  project_id: Type.Optional(Id),
  by: Type.Optional({
    ...OneOf(['object', 'equipment']),
    description: 'What is counted. `equipment` counts tickets that still exist. Default: `object`.',
  }),
  ...pageParameters(['tickets', 'last_created_at'], 'tickets'),
});
export type RepeatQuery = Static<typeof RepeatQuery>;
