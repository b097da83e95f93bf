import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { invalidValue } from '../../../platform/http/errors.ts';
import { maxId } from '../../../platform/http/schemas.ts';
import { mapInSlices } from '../../../platform/lib/slices.ts';
import { type Actor, seesTicket } from '../../visibility.ts';
import { deadlineColumns, deadlineJoin, presentDeadline, type ReadDeadline } from './deadline-row.ts';
import { maxIds, type TicketDeadline, type TicketDeadlinesPage } from './schemas.ts';

const noDeadline: TicketDeadline = { take_by: null, finish_by: null, take_state: 'none', finish_state: 'none' };

/**
 * Reads the deadlines of tickets, in the order of the ids; without those that the actor does not see.
 * @param ids separated by commas @throws 400 too many
 */
export async function listDeadlines(db: Db, actor: Actor, ids: string, now: Date): Promise<TicketDeadlinesPage> {
  const wanted = [...new Set(ids.split(',').map(Number))];
  if (wanted.length > maxIds) throw invalidValue('ids', `must have at most ${maxIds} ids`);
  const known = wanted.filter((id) => id <= maxId);
  const { rows } = await sql<ReadDeadline & { id: number }>`
    select t.id, ${deadlineColumns(now)}
    from tickets as t ${deadlineJoin}
    where t.id = any(${known}::integer[]) and ${seesTicket(actor)}`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const found = known.flatMap((id) => byId.get(id) ?? []);
  const items = await mapInSlices(found, (row) => ({ id: row.id, ...(presentDeadline(row, now) ?? noDeadline) }));
  return { items, total: items.length, limit: maxIds, offset: 0 };
}
