import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { days } from '../../platform/lib/duration.ts';
import type { TicketQuery } from './schemas.ts';

/** What a list of tickets is filtered by: columns by their value, days as moments in UTC. */
export type TicketFilters = Omit<TicketQuery, 'date_from' | 'date_to' | 'limit' | 'offset' | 'sort' | 'order'> & {
  created_from?: Date;
  created_before?: Date;
};
export type FilterName = keyof TicketFilters;

/** The filters that a query asks for. */
export function filtersOf(query: TicketQuery): TicketFilters {
  const { date_from, date_to, limit, offset, sort, order, ...filters } = query;
  return {
    ...filters,
    ...(date_from !== undefined && { created_from: midnight(date_from) }),
    ...(date_to !== undefined && { created_before: new Date(midnight(date_to).getTime() + days(1)) }),
  };
}

const midnight = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** The names of the filters that are set. */
export const filterNames = (filters: TicketFilters): FilterName[] => Object.keys(filters) as FilterName[];

/** One condition for each filter, over tickets or their counters. Alias `t`. */
export function filterConditions(filters: TicketFilters): RawBuilder<SqlBool>[] {
  return filterNames(filters).map((name) => {
    if (name === 'created_from') return sql`t.created_at >= ${filters[name]}`;
    if (name === 'created_before') return sql`t.created_at < ${filters[name]}`;
    return sql`${sql.ref(`t.${name}`)} = ${filters[name]}`;
  });
}
