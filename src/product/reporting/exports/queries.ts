import type { Database } from '../../../platform/database/database.ts';
import type { Caller } from '../../../platform/lib/fair-queue.ts';
import { toDecimal } from '../../../platform/lib/money.ts';
import { mapInSlices } from '../../../platform/lib/slices.ts';
import type { AnswerContext, TicketAdditions } from '../../../platform/module/ticket-fields.ts';
import type { TicketCostSum } from '../../tickets/costs/schemas.ts';
import { ofAskedWorkers, planOf, type TicketList, widenList } from '../../tickets/list-filters.ts';
import { type ListRow, pageStatement } from '../../tickets/list-page.ts';
import { presentFields } from '../../tickets/ticket-details/queries.ts';
import type { Actor } from '../../visibility.ts';
import { type ExportedTicket, fieldsFor } from './columns.ts';
import type { ExportQuery } from './schemas.ts';

/** The properties of a field, as columns have them: `hold_until`. */
const withPrefix = (field: string, value: unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(Object(value)).map(([name, one]) => [`${field}_${name}`, one]));

const isCost = (cost: unknown): cost is TicketCostSum => typeof cost === 'object' && cost !== null;

/** Amounts as decimals of the main unit: spreadsheets know no minor units. */
function inMainUnit(cost: unknown): Record<string, unknown> | null {
  if (!isCost(cost)) return null;
  const { currency, total, quoted, approved } = cost;
  const decimalOf = (amount: number | null) => (amount === null ? null : toDecimal(amount, currency));
  return { currency, total: decimalOf(total), quoted: decimalOf(quoted), approved: decimalOf(approved) };
}

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
    const { deadline, hold, appointment, cost, checklist, tags } = presented;
    return {
      ...row,
      ...presented,
      ...Object(deadline),
      ...withPrefix('hold', hold),
      ...withPrefix('appointment', appointment),
      ...withPrefix('cost', inMainUnit(cost)),
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
