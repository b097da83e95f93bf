import type { AnswerContext, TicketAdditions } from '../../platform/capability/ticket-fields.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/lib/fair-queue.ts';
import { mapInSlices } from '../../platform/lib/slices.ts';
import { presentFields } from '../ticket-details/queries.ts';
import { ofAskedWorkers, planOf, type TicketList, widenList } from '../tickets/list-filters.ts';
import { type ListRow, pageStatement } from '../tickets/list-page.ts';
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
  const present = (row: ListRow): ExportedTicket => {
    const presented = presentFields(fields, row, context);
    const { deadline, hold, appointment, checklist, tags } = presented;
    return {
      ...row,
      ...presented,
      ...Object(deadline),
      ...withPrefix('hold', hold),
      ...withPrefix('appointment', appointment),
      ...withPrefix('checklist', checklist),
      ...(Array.isArray(tags) && { tags: tags.join(', ') }),
    };
  };
  const read = async function* (list: TicketList): AsyncGenerator<ExportedTicket[], void> {
    const plan = planOf(list);
    if (!plan) return;
    for await (const rows of db.readInBatches(pageStatement(plan, true))) yield await mapInSlices(rows, present);
  };
  const added = { additions: { ...additions, fields }, now: context.now };
  const list = await ofAskedWorkers(db.read, { actor, query: { ...filters, limit: 0, offset: 0 }, added });
  let hasRows = false;
  for await (const tickets of read(list)) {
    hasRows = true;
    yield tickets;
  }
  // As the list does.
  const widerList = !hasRows && (await db.heavyRead(caller, (heavy) => widenList(heavy, list)));
  if (widerList) yield* read(widerList);
}
