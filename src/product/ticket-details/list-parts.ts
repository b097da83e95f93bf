import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ListCaller, PartedOrder, RankedOrder, TicketOrder } from '../../platform/capability/ticket-fields.ts';
import type { DetailsQuery } from './schemas.ts';

// What a list is read from: one or several parts, each in its order.

type OrderOf = (alias: string) => RawBuilder<unknown>;

const byRank =
  (direction: RawBuilder<unknown>): OrderOf =>
  (alias) =>
    sql`${sql.ref(`${alias}.rank`)} ${direction}, ${sql.ref(`${alias}.id`)} ${direction}`;

const byPartAndCreation: OrderOf = (alias) => {
  const [part, createdAt, id] = ['part', 'created_at', 'id'].map((column) => sql.ref(`${alias}.${column}`));
  return sql`${part}, ${createdAt} desc, ${id} desc`;
};

export const directionOf = (order: TicketOrder | undefined, query: DetailsQuery): RawBuilder<unknown> =>
  sql.raw(query.order ?? (order && 'direction' in order ? order.direction : 'desc'));

/** The order of a list that is read from parts. */
export function orderOfParts(order: TicketOrder | undefined, direction: RawBuilder<unknown>, count: number): OrderOf {
  if (!order || count === 1) return byRank(direction);
  return 'rank' in order ? byPart(direction) : byPartAndCreation;
}

/** The tickets with a rank by it, the others by their creation. */
const byPart =
  (direction: RawBuilder<unknown>): OrderOf =>
  (alias) => {
    const [part, rank, id] = ['part', 'rank', 'id'].map((column) => sql.ref(`${alias}.${column}`));
    return sql`${part}, ${rank} ${direction}, case ${part} when 0 then ${id} end ${direction},
    ${sql.ref(`${alias}.created_at`)} desc, ${id} desc`;
  };

/** Tickets that are read in one order; parts follow each other. */
interface ListPart {
  /** of tickets, that the order needs */
  columns: RawBuilder<unknown>;
  /** what the order adds to them */
  ranks: RawBuilder<unknown>;
  join: RawBuilder<unknown>;
  conditions: RawBuilder<SqlBool>[];
  order: RawBuilder<unknown>;
}

export function partsOf(
  order: TicketOrder | undefined,
  query: DetailsQuery,
  direction: RawBuilder<unknown>,
  caller: ListCaller,
): ListPart[] {
  if (!order) return [columnPart(query.sort, direction)];
  if ('rank' in order) return rankedParts(order, direction, caller.role === 'admin');
  return partsWithConditions(order, query, direction, caller);
}

/** What a column of an order is made of. */
const columnOfOrder = (name: string): RawBuilder<unknown> =>
  name === 'updated_at' ? sql`coalesce(t.updated_at, t.created_at)` : sql.ref(`t.${name}`);

function columnPart(column: string, direction: RawBuilder<unknown>): ListPart {
  const rank = columnOfOrder(column);
  return {
    columns: sql`t.id`,
    ranks: sql`${rank} as rank`,
    join: sql``,
    conditions: [],
    order: sql`${rank} ${direction}, t.id ${direction}`,
  };
}

function partsWithConditions(
  { parts }: PartedOrder,
  query: DetailsQuery,
  direction: RawBuilder<unknown>,
  caller: ListCaller,
): ListPart[] {
  const conditions = parts({ ...query }, caller);
  if (conditions.length === 0) return [columnPart('created_at', direction)];
  return conditions.map((condition, index) => ({
    columns: sql`t.id, t.created_at`,
    ranks: sql`${sql.lit(index)} as part`,
    join: sql``,
    conditions: [condition],
    order: sql`t.created_at desc, t.id desc`,
  }));
}

function rankedParts({ join, rank, hasNoRank }: RankedOrder, direction: RawBuilder<unknown>, isOfAll: boolean): ListPart[] {
  const columns = sql`t.id, t.created_at`;
  return [
    {
      columns,
      ranks: sql`${rank} as rank, 0 as part`,
      join: join(isOfAll),
      conditions: [],
      order: sql`${rank} ${direction}, t.id ${direction}`,
    },
    {
      columns,
      ranks: sql`null as rank, 1 as part`,
      join: sql``,
      conditions: [hasNoRank],
      order: sql`t.created_at desc, t.id desc`,
    },
  ];
}
