import { toDecimal } from '../../../platform/lib/money.ts';
import { mapInSlices } from '../../../platform/lib/slices.ts';
import type { Column, ExportedTicket } from '../exports/columns.ts';
import type { CostFileRow } from './queries.ts';

const column = (name: string, kind: Column['kind']): Column => ({ name, property: name, kind });

/** The columns of the file for accounting programs. None is ever renamed or moved; new ones come last (docs/reports.md, Costs). */
export const costFileColumns: readonly Column[] = [
  column('id', 'number'),
  column('date', 'text'),
  column('kind', 'text'),
  column('text', 'text'),
  column('quantity', 'decimal'),
  column('unit', 'text'),
  column('unit_price', 'decimal'),
  column('amount', 'decimal'),
  column('currency', 'text'),
  column('ticket_id', 'number'),
  column('category', 'text'),
  column('status', 'text'),
  column('closed_at', 'time'),
  column('project_id', 'number'),
  column('project', 'text'),
  column('object_id', 'number'),
  column('object', 'text'),
  column('client_id', 'text'),
  column('client', 'text'),
  column('worker_id', 'text'),
  column('worker', 'text'),
];

/** Amounts as decimals of the main unit, such as `67.50`. */
const present = (row: CostFileRow): ExportedTicket => ({
  ...row,
  unit_price: toDecimal(row.unit_price, row.currency),
  amount: toDecimal(row.amount, row.currency),
});

/** Makes the rows of the file of what was read, in batches. */
export async function* presentCosts(batches: AsyncIterable<CostFileRow[]>): AsyncGenerator<ExportedTicket[], void> {
  for await (const batch of batches) yield await mapInSlices(batch, present);
}
