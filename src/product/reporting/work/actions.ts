import { sql } from 'kysely';
import { type AuditActor, recordAuditEvent } from '../../../platform/audit/audit-log.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { notify } from '../../../platform/database/listen.ts';
import { type DropHook, isRunning, makeDue } from '../../../platform/deliveries/queue.ts';
import { conflict, notFound } from '../../../platform/http/errors.ts';
import { readWork } from './queries.ts';
import type { WorkItem } from './schemas.ts';

/** Who asks for it: an account, or a command on the machine of the service. */
export type RequestedBy = { actor: AuditActor } | { command: string };

/**
 * Has a work item tried again now.
 * @throws 404 it is done or was never there, 409 an attempt is under way
 */
export async function retryWork(tx: Tx, id: number, by: RequestedBy, now: Date): Promise<WorkItem> {
  await lockWork(tx, id);
  await makeDue(tx, id);
  const item = await recordChange(tx, 'work_retried', id, by, now);
  await notify(tx, 'work', item.queue);
  return item;
}

/**
 * Deletes a work item, which is then not done.
 * @param hooks what else happens, by queue
 * @throws 404 it is done or was never there, 409 an attempt is under way or it is a periodic job
 */
export async function dropWork(
  tx: Tx,
  id: number,
  hooks: ReadonlyMap<string, DropHook>,
  by: RequestedBy,
  now: Date,
): Promise<void> {
  await lockWork(tx, id);
  const { queue } = await recordChange(tx, 'work_dropped', id, by, now);
  if (queue === 'jobs') throw conflict('work_item_periodic', 'a periodic job cannot be dropped');
  await hooks.get(queue)?.(tx, id, now);
  await sql`delete from deliveries where id = ${id}`.execute(tx);
}

async function lockWork(tx: Tx, id: number): Promise<void> {
  const { rows } = await sql<{ is_running: boolean }>`
    select ${isRunning} as is_running from deliveries as d where d.id = ${id} for update`.execute(tx);
  if (!rows[0]) throw notFound('work item');
  if (rows[0].is_running) throw conflict('work_item_running', 'an attempt at the work item is under way');
}

async function recordChange(
  tx: Tx,
  event: 'work_retried' | 'work_dropped',
  id: number,
  by: RequestedBy,
  now: Date,
): Promise<WorkItem> {
  const item = await readWork(tx, id);
  const { queue, kind, ticket_id } = item;
  await recordAuditEvent(tx, {
    event,
    at: now,
    actor: 'actor' in by ? by.actor : undefined,
    subject: { type: 'work_item', id: String(id), name: queue },
    detail: { kind, ticket_id, ...('command' in by && { by: by.command }) },
  });
  return item;
}
