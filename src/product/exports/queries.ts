import type { AnswerContext, TicketAdditions } from '../../platform/capability/ticket-fields.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/lib/fair-queue.ts';
import { mapInSlices } from '../../platform/lib/slices.ts';
import { wholeListStatement } from '../ticket-details/list.ts';
import { loosenFilters } from '../ticket-details/list-conditions.ts';
import { type DetailsRow, presentFields } from '../ticket-details/queries.ts';
import type { Actor } from '../visibility.ts';
import { type ExportedTicket, fieldsFor } from './columns.ts';
import type { ExportQuery } from './schemas.ts';

/** The properties of a field, as columns have them: `hold_until`. */
const withPrefix = (field: string, value: unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(Object(value)).map(([name, one]) => [`${field}_${name}`, one]));

/**
 * Reads all tickets of a list of `GET /ext/tickets`, in its order, in batches.
 * @param caller the account, as a caller of the queue of heavy reads
 */
export async function* readTickets(
  db: Database,
  actor: Actor,
  caller: Caller,
  filters: ExportQuery,
  additions: TicketAdditions,
  context: AnswerContext,
): AsyncGenerator<ExportedTicket[], void> {
  const fields = fieldsFor(additions.fields);
  const present = (row: DetailsRow): ExportedTicket => {
    const presented = presentFields(fields, row, context);
    const { deadline, hold, appointment } = presented;
    return { ...row, ...presented, ...Object(deadline), ...withPrefix('hold', hold), ...withPrefix('appointment', appointment) };
  };
  const read = async function* (filtersOfList: TicketAdditions['filters']): AsyncGenerator<ExportedTicket[], void> {
    const statement = wholeListStatement(actor, filters, { ...additions, fields, filters: filtersOfList }, context.now);
    if (statement) for await (const rows of db.readInBatches(statement)) yield await mapInSlices(rows, present);
  };
  let hasRows = false;
  for await (const tickets of read(additions.filters)) {
    hasRows = true;
    yield tickets;
  }
  // As the list does.
  const looserFilters =
    !hasRows && (await db.heavyRead(caller, (heavy) => loosenFilters(heavy, filters, additions.filters, actor)));
  if (looserFilters) yield* read(looserFilters);
}
