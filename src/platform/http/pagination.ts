import { type SelectQueryBuilder, type Simplify, sql } from 'kysely';
import { Type } from 'typebox';
import { OneOf } from './schemas.ts';

export interface Page<Item> {
  items: Item[];
  total: number;
  limit: number;
  offset: number;
}

export interface PageQuery<Sort extends string = string> {
  limit: number;
  offset: number;
  sort: Sort;
  order?: Direction;
}

export type Direction = 'asc' | 'desc';

export const defaultLimit = 20;

/** The parameters that every list has (docs/rules.md, Pagination). */
export function pageParameters<const Sorts extends readonly [string, ...string[]]>(sorts: Sorts, defaultSort: Sorts[number]) {
  return {
    limit: Type.Integer({
      minimum: 1,
      maximum: 100,
      default: defaultLimit,
      description: 'How many items a page has.',
      'x-page': true,
    }),
    offset: Type.Integer({ minimum: 0, default: 0, description: 'How many items come before the page.', 'x-page': true }),
    sort: { ...OneOf(sorts), default: defaultSort, description: 'Ties go by id.', 'x-page': true },
    order: Type.Optional({
      ...OneOf(['asc', 'desc']),
      description: 'Names ascend by default; else it is up to the list.',
      'x-page': true,
    }),
  };
}

const ascendingFields = new Set(['name', 'title', 'email', 'project_name']);

/**
 * Reads a page of a list and counts the whole list (docs/rules.md, Pagination). Ties are ordered by the id.
 * @param list the rows, with the columns of an item selected
 * @param sorts the columns of `query.sort` and of the id, and the direction of the list for fields other than names
 */
export async function selectPage<DB, TB extends keyof DB, Item>(
  list: SelectQueryBuilder<DB, TB, Item>,
  query: PageQuery,
  sorts: { column: string; id: string; direction: Direction },
): Promise<Page<Simplify<Item>>> {
  const { limit, offset } = query;
  const direction = directionOf(query, sorts.direction);
  const column = sql.ref(sorts.column);
  const [items, { total }] = await Promise.all([
    list
      .orderBy(ascendingFields.has(query.sort) ? sql`${column} ${nameCollation}` : column, direction)
      .orderBy(sql.ref(sorts.id), direction)
      .limit(limit)
      .offset(offset)
      .execute(),
    list.clearSelect().select(sql`count(*)`.as('total')).$castTo<{ total: number }>().executeTakeFirstOrThrow(),
  ]);
  return { items, total, limit, offset };
}

/** The direction of a list: as requested, else ascending by name, else the default of the list (docs/rules.md, Pagination). */
export function directionOf(query: PageQuery, listDirection: Direction): Direction {
  return query.order ?? (ascendingFields.has(query.sort) ? 'asc' : listDirection);
}

// Independent of the default collation of the server.
export const nameCollation = sql`collate "und-x-icu"`;
