import { type SqlBool, sql } from 'kysely';
import type { AnswerContext, TicketField } from '../../platform/capability/ticket-fields.ts';
import type { Db } from '../../platform/database/database.ts';
import { getTicket, present, type TicketRow } from '../tickets/queries.ts';
import type { Actor } from '../visibility.ts';

/** The columns of fields, to follow those of the ticket. */
export const columnsOf = (fields: readonly TicketField[]) =>
  fields.length === 0 ? sql`` : sql`, ${sql.join(fields.map(({ columns }) => columns))}`;

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

/** Makes the items of a list; the serializer leaves out the columns that are no property. */
export const presentItem = (fields: readonly TicketField[], row: TicketRow, context: AnswerContext) => {
  const added = presentFields(fields, { ...row }, context);
  return { ...present(row), ...added };
};

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
