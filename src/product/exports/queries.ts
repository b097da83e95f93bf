import type { AnswerContext, TicketAdditions } from '../../platform/capability/ticket-fields.ts';
import type { Database } from '../../platform/database/database.ts';
import { wholeListStatement } from '../ticket-details/list.ts';
import { hasLooserFilter, loosened } from '../ticket-details/list-conditions.ts';
import { type DetailsRow, presentFields } from '../ticket-details/queries.ts';
import type { Actor } from '../visibility.ts';
import { type ExportedTicket, fieldsFor } from './columns.ts';
import type { ExportQuery } from './schemas.ts';

/** Reads all tickets of a list of `GET /ext/tickets`, in its order, in batches. */
export async function* readTickets(
  db: Database,
  actor: Actor,
  { timezone: _timezone, ...filters }: ExportQuery,
  additions: TicketAdditions,
  context: AnswerContext,
): AsyncGenerator<ExportedTicket[], void> {
  const fields = fieldsFor(additions.fields);
  const present = (row: DetailsRow): ExportedTicket => {
    const presented = presentFields(fields, row, context);
    return { ...row, ...presented, ...Object(presented.deadline) };
  };
  let hasRows = false;
  // As the list does: words with a typing error are looked for when nothing else is found.
  for (const used of [
    additions.filters,
    ...(hasLooserFilter(filters, additions.filters) ? [additions.filters.map(loosened)] : []),
  ]) {
    const statement = wholeListStatement(actor, filters, { ...additions, fields, filters: used }, context.now);
    if (!statement || hasRows) return;
    for await (const rows of db.readInBatches(statement)) {
      hasRows ||= rows.length > 0;
      yield rows.map(present);
    }
  }
}
