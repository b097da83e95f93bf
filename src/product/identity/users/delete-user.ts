import { sql } from 'kysely';
import { accountSubject, recordAuditEvent } from '../../../platform/audit/audit-log.ts';
import { deleteRows, setNull } from '../../../platform/database/batches.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { notify } from '../../../platform/database/listen.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { badRequest, conflict } from '../../../platform/http/errors.ts';
import type { Actor } from '../../visibility.ts';
import { lockWithActor, requireManageable } from './actions.ts';

/**
 * Deletes an account with its sessions and reset tokens.
 * @throws 400 oneself, 401 actor deleted, 403 actor disabled, 404 missing or not manageable, 409 still referenced
 */
export async function deleteUser(tx: Tx, actor: Actor, id: string, now: Date): Promise<void> {
  if (id === actor.id) throw badRequest('cannot_delete_yourself', errorMessages.cannotDeleteYourself);
  await lockWithActor(tx, actor, id);
  await requireManageable(tx, actor, id);
  if (actor.role === 'client') {
    const ownProjects = tx.selectFrom('projects').select('id').where('client_id', '=', actor.id);
    await tx.deleteFrom('project_workers').where('worker_id', '=', id).where('project_id', 'in', ownProjects).execute();
  }
  await refuseRelated(tx, id);
  await recordAuditEvent(tx, { event: 'user_deleted', at: now, actor, subject: accountSubject(id) }); // reads the name
  await deleteReferences(tx, id);
  await tx.deleteFrom('users').where('id', '=', id).execute();
  await notify(tx, 'bots');
}

/** The foreign keys refuse the same, but only after the references were deleted. */
async function refuseRelated(tx: Tx, id: string): Promise<void> {
  const { rows } = await sql`
    select where exists (select from projects where client_id = ${id})
      or exists (select from project_workers where worker_id = ${id})
      or exists (select from tickets where client_id = ${id})
      or exists (select from tickets where worker_id = ${id})`.execute(tx);
  if (rows.length > 0) throw conflict('user_has_records', errorMessages.userHasRecords);
}

/**
 * Deletes what an admin of many years has too much of for one statement; the foreign keys do the rest. Accounts come last, because
 * everything that their owners do waits for them.
 */
async function deleteReferences(tx: Tx, id: string): Promise<void> {
  await deleteRows(tx, 'notifications', sql`user_id = ${id}`);
  await setNull(tx, 'ticket_events', 'actor_id', id);
  await setNull(tx, 'ticket_edits', 'actor_id', id);
  await setNull(tx, 'tickets', 'assigned_by', id);
  await setNull(tx, 'tickets', 'closed_by', id);
  for (const column of ['created_by', 'disabled_by'] as const) {
    const name = sql`(select name from users where id = ${id})`;
    await setNull(tx, 'users', column, id, sql`, ${sql.ref(`${column}_name`)} = ${name}`);
  }
}
