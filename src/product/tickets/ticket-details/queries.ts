import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { notFound } from '../../../platform/http/errors.ts';
import type { AnswerContext, TicketField } from '../../../platform/module/ticket-fields.ts';
import type { Actor } from '../../visibility.ts';
import { columnsOf, joinsOf, type ListRow } from '../list-page.ts';
import { getTicket, type PresentedTicket, present } from '../queries.ts';
import { Ticket } from '../schemas.ts';

/** The properties that fields add. */
export function presentFields(
  fields: readonly TicketField[],
  row: Readonly<Record<string, unknown>>,
  context: AnswerContext,
): Record<string, unknown> {
  return Object.fromEntries(fields.map(({ name, present }) => [name, present ? present(row, context) : row[name]]));
}

const ticketKeys = new Set(Object.keys(Ticket.properties));

/** The columns that fields read and no item shows. */
export function hiddenColumnsOf(fields: readonly TicketField[], row: object): string[] {
  const names = new Set(fields.map(({ name }) => name));
  return Object.keys(row).filter((column) => !ticketKeys.has(column) && !names.has(column));
}

/**
 * Makes an item of a list of a row. Changes the row itself, as present() does: a copy has properties that were added one by one, and
 * becomes JSON in four times the time.
 * @param hiddenColumns as hiddenColumnsOf() finds them
 */
export function presentItem(
  fields: readonly TicketField[],
  hiddenColumns: readonly string[],
  row: ListRow,
  context: AnswerContext,
): PresentedTicket & Record<string, unknown> {
  for (const { name, present: presentField } of fields) if (presentField) row[name] = presentField(row, context);
  for (const column of hiddenColumns) row[column] = undefined; // which the serializer leaves out
  return present(row) as PresentedTicket & Record<string, unknown>;
}

/**
 * Reads one ticket with the fields that modules add.
 * @throws 404 missing, 403 not visible to the actor
 */
export async function getTicketDetails(db: Db, actor: Actor, id: number, fields: readonly TicketField[], context: AnswerContext) {
  const ticket = await getTicket(db, actor, id);
  const shown = fields.filter(({ onlyInLists }) => !onlyInLists);
  const { rows } = await sql<Record<string, SqlBool | null>>`
    select t.created_at ${columnsOf(shown, context.now, actor)} from tickets as t ${joinsOf(shown)} where t.id = ${id}`.execute(
    db,
  );
  if (!rows[0]) throw notFound('ticket'); // deleted in between
  return { ...ticket, ...presentFields(shown, rows[0], context) };
}
