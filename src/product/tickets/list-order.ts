import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { TicketList } from './list-filters.ts';

type Sql = RawBuilder<unknown>;

/** Tickets that a list reads in one order. */
export interface ListPart {
  /** of `t` and the join: what the order of the list needs, nothing that an index for it lacks */
  columns: Sql;
  join: Sql;
  conditions: RawBuilder<SqlBool>[];
  orderBy: Sql;
}

/** What a list is read from, and the order of its rows. */
export interface ListOrder {
  parts: ListPart[];
  /** @param alias of the columns of the parts */
  orderBy: (alias: string) => Sql;
}

/** The condition of the tickets that come after a key, over `columns` of them. */
export function afterKey({ query, after }: TicketList, columns: { createdAt: Sql; id: Sql }): RawBuilder<SqlBool>[] {
  if (!after) return [];
  const isAfter = sql.raw(query.order === 'asc' ? '>' : '<');
  if (query.sort === 'id') return [sql<SqlBool>`${columns.id} ${isAfter} ${after.id}::bigint`];
  const { createdAt, id } = after;
  return [sql<SqlBool>`(${columns.createdAt}, ${columns.id}) ${isAfter} (${createdAt}::timestamptz, ${id}::bigint)`];
}

/** The order of a list: by a column of the ticket, or one that a module adds. */
export function listOrderOf({ actor, query, added }: TicketList): ListOrder {
  const order = added?.additions.orders.find(({ name }) => name === query.sort);
  const direction = sql.raw(query.order ?? (order && 'direction' in order ? order.direction : 'desc'));
  const byRank = (rank: Sql, id: Sql): Sql => sql`order by ${rank} ${direction}, ${id} ${direction}`;
  const byColumn = (column: string): ListOrder => {
    const rank = column === 'updated_at' ? sql`coalesce(t.updated_at, t.created_at)` : sql.ref(`t.${column}`);
    return {
      parts: [{ columns: sql`t.id, ${rank} as rank`, join: sql``, conditions: [], orderBy: byRank(rank, sql`t.id`) }],
      orderBy: (alias) => byRank(sql.raw(`${alias}.rank`), sql.raw(`${alias}.id`)),
    };
  };
  if (!order) return byColumn(query.sort);

  const newestFirst = sql`order by t.created_at desc, t.id desc`;
  const newestOf = (part: number, condition: RawBuilder<SqlBool>): ListPart => ({
    columns: sql`t.id, t.created_at, ${sql.lit(part)} as part, null as rank, null as rank_id`,
    join: sql``,
    conditions: [condition],
    orderBy: newestFirst,
  });
  const orderBy = (alias: string): Sql => {
    const [part, rank, rankId, createdAt, id] = ['part', 'rank', 'rank_id', 'created_at', 'id'].map((column) =>
      sql.raw(`${alias}.${column}`),
    );
    return sql`order by ${part}, ${rank} ${direction}, ${rankId} ${direction}, ${createdAt} desc, ${id} desc`;
  };
  if ('parts' in order) {
    const conditions = order.parts({ ...query }, actor);
    if (conditions.length === 0) return byColumn('created_at');
    return { parts: conditions.map((condition, part) => newestOf(part, condition)), orderBy };
  }
  const ranked: ListPart = {
    columns: sql`t.id, t.created_at, 0 as part, ${order.rank} as rank, t.id as rank_id`,
    join: order.join(actor.role === 'admin'),
    conditions: [],
    orderBy: byRank(order.rank, sql`t.id`),
  };
  return { parts: [ranked, newestOf(1, order.hasNoRank)], orderBy };
}
