import type { Db } from '../../../platform/database/database.ts';
import { invalidValue } from '../../../platform/http/errors.ts';
import { lastKey } from '../../../platform/http/page-links.ts';
import { mapInSlices } from '../../../platform/lib/slices.ts';
import type { AnswerContext, TicketAdditions } from '../../../platform/module/ticket-fields.ts';
import type { Actor } from '../../visibility.ts';
import type { TicketKey } from '../list-filters.ts';
import { readTicketList } from '../ticket-list.ts';
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
  const { limit, offset, after } = query;
  const key = after === undefined ? {} : { after: parseKey(query, after) };
  const additions = { ...rest, fields: fields.filter(({ onlyInDetails }) => !onlyInDetails) };
  const { rows, total } = await readTicketList(db, { actor, query, added: { additions, now: context.now }, maxTotal, ...key });
  const hiddenColumns = hiddenColumnsOf(additions.fields, rows[0] ?? {});
  const items = await mapInSlices(rows, (row) => presentItem(additions.fields, hiddenColumns, row, context));
  const isLowerBound = total > maxTotal;
  const page = { items, total: Math.min(total, maxTotal), ...(isLowerBound && { total_is_lower_bound: true }), limit, offset };
  const last = items.length === limit && hasKey(query) ? items.at(-1) : undefined;
  return last ? { ...page, [lastKey]: `${last.created_at},${last.id}` } : page;
}

/** Whether tickets keep their place in the order of the list while others go. */
const hasKey = ({ sort }: DetailsQuery): boolean => sort === 'created_at' || sort === 'id';

/** @throws 400 it is no time, or the list has another order */
function parseKey(query: DetailsQuery, after: string): TicketKey {
  if (!hasKey(query)) throw invalidValue('after', 'goes with sort=created_at and sort=id only');
  const [time = '', id] = after.split(',');
  const createdAt = new Date(time);
  if (Number.isNaN(createdAt.getTime())) throw invalidValue('after', 'must be what the header Link has');
  return { createdAt, id: Number(id) };
}
