import { sql } from 'kysely';
import { OneOf } from '../../../platform/http/schemas.ts';
import type { TicketFilter } from '../../../platform/module/ticket-fields.ts';
import { startOfDay, startOfMonth } from './buckets.ts';

// Filters by days that move with the calendar, which saved views keep.

type Instants = [from: number, before: number];

const ranges = {
  today: (now: Date, timezone: string): Instants => [startOfDay(now, timezone, 0), startOfDay(now, timezone, 1)],
  last_7_days: (now: Date, timezone: string): Instants => [startOfDay(now, timezone, -6), startOfDay(now, timezone, 1)],
  last_month: (now: Date, timezone: string): Instants => [startOfMonth(now, timezone, -1), startOfMonth(now, timezone, 0)],
};
type RangeName = keyof typeof ranges;

function filterOfDays(name: 'created' | 'closed'): TicketFilter {
  const time = sql.ref(`t.${name}_at`);
  // The condition of the index tickets_closed, without which it is not used.
  const andStatus = name === 'closed' ? sql` and t.status = 'closed'` : sql``;
  return {
    name: `${name}_in`,
    schema: {
      ...OneOf(Object.keys(ranges) as [RangeName, ...RangeName[]]),
      description: `Only those that were ${name} in these days of \`timezone\`, the last seven with the present one.`,
    },
    condition: (value, { now, query: { timezone = 'UTC' } }) => {
      const [from, before] = ranges[value as RangeName](now, String(timezone));
      return sql`${time} >= ${new Date(from)} and ${time} < ${new Date(before)}${andStatus}`;
    },
    isSlow: true,
  };
}

export const relativeDayFilters: readonly TicketFilter[] = [filterOfDays('created'), filterOfDays('closed')];
