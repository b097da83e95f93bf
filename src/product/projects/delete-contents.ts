import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/database/open.ts';
import type { TicketStatus } from '../tickets/lifecycle.ts';
import type { Category, Priority } from '../tickets/tables.ts';

/** Rows that one statement deletes at most, so that none comes near the statement timeout. */
const batchRows = 1_000;

type Contents =
  | 'project_workers'
  | 'objects'
  | 'recurring_rules'
  | 'recurring_runs'
  | 'ticket_events'
  | 'ticket_photos'
  | 'tickets';

/**
 * Deletes the memberships, tickets, rules and objects of a project that is locked, in batches. All of it stays in the
 * caller's transaction: others see the whole project until it commits, and a crash takes everything back. The counters
 * of the client and of its workers are locked by the last statement only.
 */
export async function deleteContents(tx: Tx, projectId: number): Promise<void> {
  const ofProject = sql`project_id = ${projectId}`;
  const ofRules = sql`rule_id in (select id from recurring_rules where project_id = ${projectId})`;
  await deleteRows(tx, 'project_workers', ofProject, 'worker_id');
  const counts = await deleteTickets(tx, projectId);
  await deleteRows(tx, 'recurring_runs', ofRules);
  await deleteRows(tx, 'recurring_rules', ofProject);
  await deleteRows(tx, 'objects', ofProject);
  await sql`
    select change_ticket_counts(array_agg(row(client_id, worker_id, status, category, priority, -n)::ticket_count_change))
    from jsonb_populate_recordset(null::ticket_count_change, ${JSON.stringify(counts)}::jsonb)`.execute(tx);
}

/** How many deleted tickets were counted together. */
interface TicketCount {
  client_id: string;
  worker_id: string | null;
  status: TicketStatus;
  category: Category;
  priority: Priority;
  n: number;
}

async function deleteTickets(tx: Tx, projectId: number): Promise<TicketCount[]> {
  await sql`select set_config('callout.defer_ticket_counts', 'on', true)`.execute(tx);
  const counts = new Map<string, TicketCount>();
  for (let batch = await lockTickets(tx, projectId); batch.length > 0; batch = await lockTickets(tx, projectId, batch.at(-1))) {
    const ids = batch.map(({ id }) => id);
    const ofTickets = sql`ticket_id = any(${ids}::integer[])`;
    await deleteRows(tx, 'recurring_runs', ofTickets);
    await deleteRows(tx, 'ticket_events', ofTickets);
    await deleteRows(tx, 'ticket_photos', ofTickets);
    for (const count of await deleteCounted(tx, ids)) {
      const { n, ...group } = count;
      const key = JSON.stringify(group);
      counts.set(key, { ...count, n: n + (counts.get(key)?.n ?? 0) });
    }
  }
  return [...counts.values()];
}

interface LockedTicket {
  id: number;
  created_at: string;
}

/**
 * Locked first: whoever works on a ticket takes it before its photos and its journal.
 * @param after the last ticket of the batch before: without it each batch would step over all index entries deleted so far
 */
function lockTickets(tx: Tx, projectId: number, after?: LockedTicket): Promise<LockedTicket[]> {
  let tickets = tx.selectFrom('tickets').select(['id', 'created_at']).where('project_id', '=', projectId);
  if (after) tickets = tickets.where(sql<boolean>`(created_at, id) > (${after.created_at}::timestamptz, ${after.id}::integer)`);
  return tickets.orderBy('created_at').orderBy('id').limit(batchRows).forUpdate().execute();
}

async function deleteCounted(tx: Tx, ids: number[]): Promise<TicketCount[]> {
  const { rows } = await sql<TicketCount>`
    with deleted as (
      delete from tickets where id = any(${ids}::integer[]) returning client_id, worker_id, status, category, priority
    )
    select client_id, worker_id, status, category, priority, count(*)::integer as n
    from deleted group by client_id, worker_id, status, category, priority`.execute(tx);
  return rows;
}

/** @param key the column that tells the rows apart that `condition` selects */
async function deleteRows(
  tx: Tx,
  table: Exclude<Contents, 'tickets'>,
  condition: RawBuilder<unknown>,
  key = 'id',
): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ${condition} and ${sql.ref(key)} in (
        select ${sql.ref(key)} from ${sql.table(table)} where ${condition} limit ${batchRows}
      )`.execute(tx);
    if (numAffectedRows < batchRows) return;
  }
}
