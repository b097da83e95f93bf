import type { RawBuilder, SqlBool } from 'kysely';
import type { TSchema } from 'typebox';
import type { Db } from '../database/database.ts';
import type { Role } from '../security/roles.ts';

// What modules add to `GET /ext/tickets` and `GET /ext/tickets/{id}`. In each fragment `t` is the row of tickets.

/** When and for which address an answer is made. */
export interface AnswerContext {
  now: Date;
  /** base of links in the answer */
  baseUrl: string;
}

/** Whose list it is. */
export interface ListCaller {
  id: string;
  role: Role;
  /** of the list for the lead of a team: the workers whose tickets it has */
  workers?: readonly string[] | undefined;
}

/** The list that a filter is part of. */
export interface ListContext {
  now: Date;
  caller: ListCaller;
  /** all its parameters */
  query: Readonly<Record<string, unknown>>;
}

/** A property of each ticket. */
export interface TicketField {
  name: string;
  schema: TSchema;
  /** whether it is in lists only, not in the answer for one ticket */
  onlyInLists?: true;
  /** whether it is in the answer for one ticket only */
  onlyInDetails?: true;
  /**
   * Columns over `t` and `join`, with names that no other field has. One of them has the name of the field, unless those of another field
   * or `sparseColumn` include it; the others are not part of the answer.
   */
  columns?: RawBuilder<unknown> | ((now: Date, caller: ListCaller) => RawBuilder<unknown>);
  /**
   * A column that only few tickets have: those which the trigger of its table has marked (115_ticket_additions.sql). It is null for the
   * others, and a list reads it by a second statement, because preparing so many lookups takes longer than the rest of the page.
   */
  sparseColumn?: { column: string; select: RawBuilder<unknown> | ((now: Date, caller: ListCaller) => RawBuilder<unknown>) };
  /** a join of at most one row, which is read for the tickets of the page only */
  join?: RawBuilder<unknown>;
  /**
   * Makes the value, which replaces the column of that name; left out: the column is the value. A property without a column would
   * make the JSON of a row take four times as long.
   * @param row what `columns` read
   */
  present?: (row: Readonly<Record<string, unknown>>, context: AnswerContext) => unknown;
}

/** A parameter of the list. */
export interface TicketFilter {
  name: string;
  schema: TSchema;
  /** @param value as sent, and valid by the schema */
  condition: (value: string, list: ListContext) => RawBuilder<SqlBool>;
  /** @returns what takes the place of the condition when that finds no ticket; undefined: it would not find more */
  loosen?: (db: Db, value: string, caller: ListCaller) => Promise<RawBuilder<SqlBool> | undefined>;
  /** @returns the workers whose tickets the list has, in place of those that the caller sees; undefined: it has those */
  workers?: (db: Db, value: string, caller: ListCaller) => Promise<readonly string[] | undefined>;
  /** Finding the tickets takes most of the time: page and total are then read at once, on the connections for heavy reads. */
  isSlow?: true;
}

/** A value of the parameter `sort`. */
export type TicketOrder = RankedOrder | PartedOrder;

/** Tickets by a rank. Those without one come last, the newest of them first. */
export interface RankedOrder {
  name: string;
  /**
   * What is joined to the tickets that have a rank.
   * @param isOfAll for those who see all tickets: ordered by `rank` over an index; else looked up for each ticket that is seen
   */
  join: (isOfAll: boolean) => RawBuilder<unknown>;
  rank: RawBuilder<unknown>;
  hasNoRank: RawBuilder<SqlBool>;
  /** unless the request names a direction */
  direction: 'asc' | 'desc';
}

/** Tickets in parts that follow each other, in each the newest first. */
export interface PartedOrder {
  name: string;
  /** @returns conditions of which each ticket fulfils one; none: all tickets are one part */
  parts: (query: Readonly<Record<string, unknown>>, caller: ListCaller) => RawBuilder<SqlBool>[];
}

/** The additions of all modules. */
export interface TicketAdditions {
  fields: readonly TicketField[];
  filters: readonly TicketFilter[];
  orders: readonly TicketOrder[];
}
