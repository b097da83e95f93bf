import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { Type } from 'typebox';
import { instantOf, OneOf, Timestamp, Uuid } from '../../../platform/http/schemas.ts';
import { type ZoneOffset, zoneOffsets } from '../../../platform/lib/time-zones.ts';
import type { TicketFilter } from '../../../platform/module/ticket-fields.ts';

// Filters that find the tickets which a number of `GET /ext/stats` counts.

type Query = Readonly<Record<string, unknown>>;

/** What a number counts, over ticket_stats with the alias `s`. */
const kinds = {
  created: sql<SqlBool>`s.action = 'created'`,
  closed: sql<SqlBool>`s.action in ('confirmed', 'canceled')`,
  canceled: sql<SqlBool>`s.action = 'canceled'`,
  reworked: sql<SqlBool>`s.action = 'rejected'`,
  met: sql<SqlBool>`s.deadline_met is true`,
  missed: sql<SqlBool>`s.deadline_met is false`,
} as const;
type Kind = keyof typeof kinds;

/** What such a ticket is like, and a column with the time of its last entry of the kind: much cheaper to look at. */
const ofTicket: Record<Kind, { lastAt: string; is: RawBuilder<SqlBool> }> = {
  created: { lastAt: 't.created_at', is: sql`true` },
  closed: { lastAt: 't.closed_at', is: sql`t.status = 'closed'` },
  canceled: { lastAt: 't.closed_at', is: sql`t.status = 'closed' and t.cancel_reason is not null` },
  reworked: { lastAt: 't.rejected_at', is: sql`t.rework_count > 0` },
  met: { lastAt: 't.closed_at', is: sql`t.status = 'closed'` },
  missed: { lastAt: 't.closed_at', is: sql`t.status = 'closed'` },
};
/** The ticket knows all of its only entry, apart from the worker. */
const isKnown: ReadonlySet<Kind> = new Set(['created', 'closed', 'canceled']);

const names = ['counted', 'counted_from', 'counted_to', 'counted_worker_id'] as const;
type Name = (typeof names)[number];

/** All of them ask for the same entry, so the first that is given stands for the others. */
function hasCountedEntry(name: Name, query: Query): RawBuilder<SqlBool> {
  const given = names.filter((one) => query[one] !== undefined);
  if (given[0] !== name) return sql`true`;
  const textOf = (one: Name) => String(query[one]);
  const inRange = (at: RawBuilder<unknown>, hasEnd: boolean): RawBuilder<SqlBool>[] => [
    ...(given.includes('counted_from') ? [sql<SqlBool>`${at} >= ${instantOf(textOf('counted_from'))}`] : []),
    ...(given.includes('counted_to') && hasEnd ? [sql<SqlBool>`${at} < ${instantOf(textOf('counted_to'))}`] : []),
  ];
  const kind = given.includes('counted') ? (textOf('counted') as Kind) : undefined;
  const hasWorker = given.includes('counted_worker_id');
  const ofEntry = [
    ...(kind ? [kinds[kind]] : []),
    ...inRange(sql`s.at`, true),
    ...(hasWorker ? [sql<SqlBool>`s.worker_id = ${textOf('counted_worker_id')}::uuid`] : []),
  ];
  // Most closed tickets met their deadlines: a page is full after a few, so joining all of them would only take longer.
  const perTicket = kind === 'met' && !hasWorker ? sql`offset 0` : sql``;
  const entry = sql<SqlBool>`exists (
    select from ticket_events as e join ticket_stats as s on s.event_id = e.id
    where e.ticket_id = t.id and ${sql.join(ofEntry, sql` and `)} ${perTicket})`;
  if (!kind) return entry;
  const { lastAt, is } = ofTicket[kind];
  const conditions = [is, ...inRange(sql.ref(lastAt), kind !== 'reworked')]; // a later rejection does not undo an earlier one
  return sql`(${sql.join(isKnown.has(kind) && !hasWorker ? conditions : [...conditions, entry], sql` and `)})`;
}

const filterOfEntry = (name: Name, schema: TicketFilter['schema']): TicketFilter => ({
  name,
  schema,
  condition: (_, { query }) => hasCountedEntry(name, query),
  isSlow: true,
});

/** Before it there are no tickets. */
const firstTime = new Date(0);

/** A condition over the local time of the creation. */
function filterOfHour(part: 'weekday' | 'hour', min: number, max: number, description: string): TicketFilter {
  const values = Array.from({ length: max - min + 1 }, (_, i) => String(min + i)) as [string, ...string[]];
  return {
    name: `created_${part}`,
    schema: { ...OneOf(values), description },
    condition: (value, { now, query: { timezone = 'UTC' } }) =>
      sql`${weekdayAndHour(sql`t.created_at`, zoneOffsets(firstTime, now, String(timezone)))[part]} = ${value}::integer`,
    isSlow: true,
  };
}

export const countedFilters: readonly TicketFilter[] = [
  filterOfEntry('counted', {
    ...OneOf(Object.keys(kinds) as [Kind, ...Kind[]]),
    description: 'Only those that this number of `GET /ext/stats` counts.',
  }),
  filterOfEntry('counted_from', { ...Timestamp, description: 'Only those that `GET /ext/stats` counts at this time or later.' }),
  filterOfEntry('counted_to', { ...Timestamp, description: 'Only those that `GET /ext/stats` counts before this time.' }),
  filterOfEntry('counted_worker_id', { ...Uuid, description: 'Only those that `GET /ext/stats` counts for this worker.' }),
  filterOfHour('weekday', 1, 7, 'Only those that were created on this day of the week, from 1 for Monday.'),
  filterOfHour('hour', 0, 23, 'Only those that were created in this hour of the day.'),
  {
    name: 'timezone',
    schema: Type.String({
      format: 'timezone',
      maxLength: 64,
      description:
        'Where the days of `created_in` and `closed_in` and `created_weekday` and `created_hour` are; UTC when it is left out.',
      examples: ['Europe/Berlin'],
    }),
    condition: () => sql`true`,
  },
];

/** Weekday, from 1 for Monday, and hour of a time where the offsets are. */
export function weekdayAndHour(at: RawBuilder<unknown>, offsets: readonly ZoneOffset[]) {
  const starts = sql`${offsets.map(({ since }) => since.toISOString())}::timestamptz[]`;
  const seconds = sql`(${offsets.map((offset) => offset.seconds)}::integer[])[width_bucket(${at}, ${starts})]`;
  const local = sql`(${at} at time zone 'UTC' + make_interval(secs => ${seconds}))`;
  return {
    weekday: sql<number>`extract(isodow from ${local})::integer`,
    hour: sql<number>`extract(hour from ${local})::integer`,
  };
}
