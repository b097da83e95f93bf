import type { AnswerContext, TicketAdditions } from '../../platform/capability/ticket-fields.ts';
import type { Database } from '../../platform/database/database.ts';
import { wholeListStatement } from '../ticket-details/list.ts';
import { presentFields } from '../ticket-details/queries.ts';
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
  const statement = wholeListStatement(actor, filters, { ...additions, fields }, context.now);
  if (!statement) return;
  for await (const rows of db.readInBatches(statement)) {
    yield rows.map((row) => {
      const presented = presentFields(fields, row, context);
      return { ...row, ...presented, ...Object(presented.deadline) };
    });
  }
}
