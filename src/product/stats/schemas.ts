import { type Static, Type } from 'typebox';
import { pageParameters } from '../../platform/http/pagination.ts';
import { Id, OneOf, PageOf, Timestamp } from '../../platform/http/schemas.ts';
import { categories } from '../tickets/tables.ts';

export const maxBuckets = 1_000;
/** How many objects and workers an answer has. */
export const maxGroups = 100;
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

const Bucket = Type.Object(
  { from: { ...Timestamp, description: 'The beginning of the day, week or month.' }, created, ...ends },
  { title: 'StatsBucket' },
);

export const Stats = Type.Object(
  {
    buckets: Type.Array(Bucket),
    totals: Type.Object({ created, ...ends, ...qualities }),
    by_category: Type.Array(Type.Object({ category: OneOf(categories), created, ...ends, ...qualities })),
    by_object: Type.Array(
      Type.Object({
        object_id: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'null: objects that were deleted.' }),
        name: Type.String(),
        created,
        ...ends,
        ...qualities,
      }),
      { description: `At most ${maxGroups}, those with the most tickets.` },
    ),
    by_worker: Type.Array(
      Type.Object({
        worker_id: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'null: accounts that were deleted.' }),
        name: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
        ...ends,
        ...qualities,
      }),
      {
        description: `At most ${maxGroups}, those with the most tickets. The worker is the one to whom the ticket was assigned then.`,
      },
    ),
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
  ...pageParameters(['tickets', 'last_created_at'], 'tickets'),
});
export type RepeatQuery = Static<typeof RepeatQuery>;
