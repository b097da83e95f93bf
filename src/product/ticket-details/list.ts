import type { AnswerContext, TicketAdditions } from '../../platform/capability/ticket-fields.ts';
import type { Db } from '../../platform/database/database.ts';
import { mapInSlices } from '../../platform/lib/slices.ts';
import { readTicketList } from '../tickets/ticket-list.ts';
import type { Actor } from '../visibility.ts';
import { hiddenColumnsOf, presentItem } from './queries.ts';
import type { DetailsQuery } from './schemas.ts';

/** Up to which number tickets are counted; there may be millions. */
const maxTotal = 10_000;

/** Reads a page of the tickets that an actor sees, with the fields that modules add. */
export async function listTicketDetails(
  db: Db,
  actor: Actor,
  query: DetailsQuery,
  { fields, ...rest }: TicketAdditions,
  context: AnswerContext,
) {
  const { limit, offset } = query;
  const additions = { ...rest, fields: fields.filter(({ onlyInDetails }) => !onlyInDetails) };
  const { rows, total } = await readTicketList(db, { actor, query, added: { additions, now: context.now }, maxTotal });
  const hiddenColumns = hiddenColumnsOf(additions.fields, rows[0] ?? {});
  const items = await mapInSlices(rows, (row) => presentItem(additions.fields, hiddenColumns, row, context));
  const isLowerBound = total > maxTotal;
  return { items, total: Math.min(total, maxTotal), ...(isLowerBound && { total_is_lower_bound: true }), limit, offset };
}
