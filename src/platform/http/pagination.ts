import { sql } from 'kysely';
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
    sort: Type.Unsafe<Sorts[number]>({
      type: 'string',
      enum: [...sorts],
      default: defaultSort,
      description: 'Ties go by id.',
      'x-page': true,
    }),
    order: Type.Optional({
      ...OneOf(['asc', 'desc']),
      description: 'Names ascend by default; else it is up to the list.',
      'x-page': true,
    }),
  };
}

const ascendingFields = new Set(['name', 'email', 'project_name']);

/** The direction of a list: as requested, else ascending by name, else the default of the list (docs/rules.md, Pagination). */
export function directionOf(query: PageQuery, listDirection: Direction): Direction {
  return query.order ?? (ascendingFields.has(query.sort) ? 'asc' : listDirection);
}

// Independent of the default collation of the server.
export const nameCollation = sql`collate "und-x-icu"`;
