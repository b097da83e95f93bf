import { sql } from 'kysely';
import { recordAuditEvent } from '../../../platform/audit/audit-log.ts';
import { deleteRows } from '../../../platform/database/batches.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { deliverEvent } from '../../../platform/module/events.ts';
import type { ProjectDeletedPayload } from '../../places/projects/events.ts';
import { requireProject } from '../../places/projects/queries.ts';
import type { TicketStatus } from '../../tickets/lifecycle.ts';
import type { Category, Priority } from '../../tickets/tables.ts';
import type { Actor } from '../../visibility.ts';

/** Rows that one statement deletes. */
const batchRows = 1_000;

/**
 * Deletes a project with its memberships, tickets, rules and objects, in batches (docs/rules.md, Projects and objects). The
 * project is locked against new tickets and objects. The counters of the client and of its workers are locked by the
 * statement that changes them, near the end.
 * @throws 404 missing or not visible
 */
export async function deleteProject(
  tx: Tx,
  events: Parameters<typeof deliverEvent>[1],
  actor: Actor,
  projectId: number,
  now: Date,
): Promise<void> {
  const { name, client_id } = await requireProject(tx, actor, projectId, 'forUpdate');
  const ofProject = sql`project_id = ${projectId}`;
  const ofRules = sql`rule_id in (select id from recurring_rules where ${ofProject})`;
  await deleteRows(tx, 'project_workers', ofProject, 'worker_id');
  const counts = await deleteTickets(tx, projectId);
  await deleteRows(tx, 'recurring_runs', ofRules);
  await deleteRows(tx, 'recurring_rules', ofProject);
  await deleteRows(tx, 'objects', ofProject);
  await deleteRows(tx, 'notifications', ofProject);
  await deleteStats(tx, projectId);
  await sql`
    select change_ticket_counts(array_agg(row(client_id, worker_id, status, category, priority, -n)::ticket_count_change))
    from jsonb_populate_recordset(null::ticket_count_change, ${JSON.stringify(counts)}::jsonb)`.execute(tx);
  await tx.deleteFrom('projects').where('id', '=', projectId).execute();
  const tickets = [...counts].reduce((sum, { n }) => sum + n, 0);
  const subject = { type: 'project', id: String(projectId), name };
  await recordAuditEvent(tx, { event: 'project_deleted', at: now, actor, subject, detail: { tickets } });
  const payload: ProjectDeletedPayload = { kind: 'project_deleted', project_id: projectId, project_name: name, client_id };
  await deliverEvent(tx, events, 'project_deleted', {}, [payload], client_id, now);
}

/** How many deleted tickets have the same values of the counted columns. */
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
    await deleteRows(tx, 'ticket_summaries', ofTickets, 'ticket_id'); // first, or each deletion would update them
    await deleteRows(tx, 'recurring_runs', ofTickets);
    await deleteRows(tx, 'ticket_events', ofTickets);
    await deleteRows(tx, 'ticket_photos', ofTickets);
    await deleteRows(tx, 'ticket_edits', ofTickets);
    await deleteRows(tx, 'notifications', ofTickets); // a ticket may have some for each member of a large project
    for (const count of await deleteAndCount(tx, ids)) {
      const { n, ...group } = count;
      const key = JSON.stringify(group);
      counts.set(key, { ...count, n: n + (counts.get(key)?.n ?? 0) });
    }
  }
  return [...counts.values()];
}

/**
 * Locks the next batch of tickets. Other transactions lock a ticket before its photos and its journal, so this order
 * prevents deadlocks.
 * @param after the last ticket of the previous batch; without it each batch would scan the index entries deleted so far
 */
function lockTickets(tx: Tx, projectId: number, after?: { id: number; created_at: string }) {
  let tickets = tx.selectFrom('tickets').select(['id', 'created_at']).where('project_id', '=', projectId);
  if (after) tickets = tickets.where(sql<boolean>`(created_at, id) > (${after.created_at}::timestamptz, ${after.id}::integer)`);
  return tickets.orderBy('created_at').orderBy('id').limit(batchRows).forUpdate().execute();
}

async function deleteAndCount(tx: Tx, ids: number[]): Promise<TicketCount[]> {
  const { rows } = await sql<TicketCount>`
    with deleted as (
      delete from tickets where id = any(${ids}::integer[]) returning client_id, worker_id, status, category, priority
    )
    select client_id, worker_id, status, category, priority, count(*)::integer as n
    from deleted group by client_id, worker_id, status, category, priority`.execute(tx);
  return rows;
}

/** Deletes what the statistics count of a project. They outlive its tickets, so there may be millions: each batch begins where the one before ended. */
async function deleteStats(tx: Tx, projectId: number): Promise<void> {
  let from = '-infinity';
  for (;;) {
    const { rows } = await sql<{ n: number; last: string }>`
      with batch as (
        select event_id, at from ticket_stats where project_id = ${projectId} and at >= ${from}::timestamptz order by at limit ${batchRows}
      ), deleted as (
        delete from ticket_stats where event_id in (select event_id from batch)
      )
      select count(*)::integer as n, max(at) as last from batch`.execute(tx);
    const [{ n, last } = { n: 0, last: from }] = rows;
    if (n < batchRows) return;
    from = last;
  }
}
