import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { senderIdOf } from '../../platform/audit/audit-log.ts';
import type { WritableDb } from '../../platform/database/database.ts';
import { errorMessages } from '../../platform/http/error-messages.ts';
import { badRequest, conflict } from '../../platform/http/errors.ts';
import type { Deps } from '../../platform/module/deps.ts';
import type { Subscriptions } from '../../platform/module/events.ts';
import { type Actor, isAssignee, isOwner } from '../visibility.ts';
import { journalCtes } from './journal.ts';
import { type Operation, type Relation, type TicketStatus, transitionFor } from './lifecycle.ts';
import { type PresentedTicket, present, type TicketRow, ticketColumns } from './queries.ts';
import { transitionError } from './transition-errors.ts';

/** What some operations need beside the ticket. */
export interface TransitionDetails {
  worker_id?: string;
  reason?: string;
}

interface Change {
  actor: Actor;
  op: Operation;
  ticketId: number;
  /** the worker to be assigned */
  workerId: string;
  reason: string;
  now: Date;
}

/** How often a transition is tried: another change may have removed the obstacle before it was looked up. */
const maxAttempts = 3;

/**
 * Carries out one operation of the lifecycle table.
 * @throws 404, 403, 400 and 409 in the order of transition-errors.ts
 */
export async function transition(
  { db, subscriptions }: Pick<Deps, 'db' | 'subscriptions'>,
  actor: Actor,
  op: Operation,
  ticketId: number,
  now: Date,
  { worker_id: workerId = actor.id, reason = '' }: TransitionDetails = {},
): Promise<PresentedTicket> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const row = await db.statement((writer) =>
      updateTicket(writer, subscriptions, { actor, op, ticketId, workerId, reason, now }),
    );
    if (row) return present(row);
    const error = await transitionError(db.read, actor, op, ticketId, workerId);
    if (error) throw error;
  }
  throw conflict('ticket_changed_by_others', errorMessages.ticketChangedByOthers);
}

/**
 * One statement: it locks the ticket, checks status and relation under the lock, changes the row, writes the journal and delivers the event.
 * With `for no key update` instead, transitions of one ticket deadlock with each other under load (`npm run chaos -- races`).
 * @returns undefined when the ticket is missing or a check failed
 */
async function updateTicket(db: WritableDb, subscriptions: Subscriptions, change: Change): Promise<TicketRow | undefined> {
  const { actor, op, ticketId, workerId, reason, now } = change;
  const found = transitionFor(op, actor.role);
  if (!found) throw badRequest('role_not_allowed', `a ${actor.role} cannot ${op} tickets`);
  const { from, to, action } = found.transition;
  const conditions = [relationCondition(found.relation, actor.id), ...(op === 'assign' ? [lockActiveMember(workerId)] : [])];
  const fromStatus = sql<TicketStatus>`t.from_status`;
  const comment = op === 'reject' || op === 'cancel' ? reason : '';
  const { rows } = await sql<TicketRow>`
    with old as (
      select t.id, t.status from tickets as t
      where t.id = ${ticketId} and t.status in (${sql.join(from)}) and ${sql.join(conditions, sql` and `)}
      for update of t
    ), changed as (
      update tickets as t set status = ${to}, updated_at = ${now}, ${columnUpdates(change)}
      from old where t.id = old.id
      returning t.*, old.status as from_status
    ), ${journalCtes({ action, fromStatus, actorId: senderIdOf(actor), comment, now }, subscriptions)}
    select ${ticketColumns} from changed as t`.execute(db);
  return rows[0];
}

function relationCondition(relation: Relation, userId: string): RawBuilder<SqlBool> {
  switch (relation) {
    case 'admin':
      return sql`true`;
    case 'owner':
      return isOwner(userId);
    case 'assignee':
      return isAssignee(userId);
    case 'member':
      return lockActiveMember(userId);
  }
}

/**
 * The worker is an active member of the project of the ticket `t`. Account and membership stay locked until the ticket is
 * assigned: removing a member and disabling an account wait for it, or are seen by it.
 */
export const lockActiveMember = (workerId: string | RawBuilder<string | null>): RawBuilder<SqlBool> => sql`
  exists (
    select from project_workers as m join users as u on u.id = m.worker_id
    where m.project_id = t.project_id and m.worker_id = ${workerId} and m.status = 'active'
      and u.is_active and u.role = 'worker'
    for share of u, m -- in the order of all locks: account, then membership
  )`;

/** What an operation writes beside the status. */
function columnUpdates({ actor, op, workerId, reason, now }: Change): RawBuilder<unknown> {
  switch (op) {
    case 'assign':
    case 'take':
      return sql`worker_id = ${workerId}, assigned_at = ${now}, assigned_by = ${senderIdOf(actor)}`;
    case 'start':
      return sql`started_at = coalesce(t.started_at, ${now})`; // after a rejection the first start stays
    case 'done':
      return sql`done_at = ${now}`;
    case 'confirm':
      return sql`confirmed_at = ${now}, closed_at = ${now}, closed_by = ${senderIdOf(actor)}`;
    case 'reject':
      return sql`rejected_at = ${now}, reject_reason = ${reason}, rework_count = t.rework_count + 1`;
    case 'cancel':
      return sql`cancel_reason = ${reason}, closed_at = ${now}, closed_by = ${senderIdOf(actor)}`;
  }
}
