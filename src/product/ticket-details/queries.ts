import { type SqlBool, sql } from 'kysely';
import type { AnswerContext, TicketField } from '../../platform/capability/ticket-fields.ts';
import type { Db } from '../../platform/database/database.ts';
import { getTicket, type PresentedTicket, type TicketRow } from '../tickets/queries.ts';
import { Ticket } from '../tickets/schemas.ts';
import type { Actor } from '../visibility.ts';

/** The columns of fields, to follow those of the ticket. */
export const columnsOf = (fields: readonly TicketField[]) =>
  sql.join(
    fields.flatMap(({ columns }) => (columns ? sql`, ${columns}` : [])),
    sql` `,
  );

/** The joins of fields, to follow `tickets as t`. */
export function joinsOf(fields: readonly TicketField[]) {
  const joins = fields.flatMap(({ join }) => join ?? []);
  return joins.length === 0 ? sql`` : sql.join(joins, sql` `);
}

/** The properties that fields add. */
export const presentFields = (
  fields: readonly TicketField[],
  row: Readonly<Record<string, unknown>>,
  context: AnswerContext,
): Record<string, unknown> => Object.fromEntries(fields.map((field) => [field.name, field.present(row, context)]));

const ticketKeys = Object.keys(Ticket.properties) as (keyof TicketRow)[];

/** Makes an item of a list, with the properties of its schema and nothing else; what is not set yet is undefined. */
export function presentItem(fields: readonly TicketField[], row: TicketRow, context: AnswerContext) {
  const item: Record<string, unknown> = {};
  const values: Readonly<Record<string, unknown>> = row as TicketRow & Record<string, unknown>;
  for (const key of ticketKeys) item[key] = row[key] ?? undefined;
  for (const { name, present } of fields) item[name] = present(values, context);
  return item as PresentedTicket & Record<string, unknown>;
}

/**
 * Reads one ticket with the fields that capabilities add.
 * @throws 404 missing, 403 not visible to the actor
 */
export async function getTicketDetails(db: Db, actor: Actor, id: number, fields: readonly TicketField[], context: AnswerContext) {
  const ticket = await getTicket(db, actor, id);
  const shown = fields.filter(({ onlyInLists }) => !onlyInLists);
  const { rows } = await sql<Record<string, SqlBool | null>>`
    select t.created_at ${columnsOf(shown)} from tickets as t ${joinsOf(shown)} where t.id = ${id}`.execute(db);
  // Deleted in between: as it was.
  return { ...ticket, ...presentFields(shown, rows[0] ?? {}, context) };
}
