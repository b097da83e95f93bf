import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { errorMessages } from '../../platform/http/error-messages.ts';
import { badRequest, conflict, forbidden, type HttpError, notFound } from '../../platform/http/errors.ts';
import { type Actor, isActiveMember } from '../visibility.ts';
import { type Operation, type Relation, type TicketStatus, transitionFor } from './lifecycle.ts';

interface Seen {
  status: TicketStatus;
  client_id: string;
  worker_id: string | null;
  project_id: number;
  membership: boolean;
  /** the caller's account, which may have been disabled since the request came */
  active: boolean;
}

/**
 * Why an operation was refused, in the order of the specification: missing, foreign, the
 * wrong worker, the wrong status.
 * @returns undefined when nothing stands against it any more
 */
export async function transitionError(
  db: Db,
  actor: Actor,
  op: Operation,
  ticketId: number,
  workerId: string,
): Promise<HttpError | undefined> {
  const ticket = await db
    .selectFrom('tickets as t')
    .select(['t.status', 't.client_id', 't.worker_id', 't.project_id', isActiveMember(actor.id).as('membership')])
    .select(sql<boolean>`exists (select from users where id = ${actor.id} and is_active)`.as('active'))
    .where('t.id', '=', ticketId)
    .executeTakeFirst();
  if (!ticket) return notFound('ticket');
  const found = transitionFor(op, actor.role);
  const seen: Seen = { ...ticket, membership: ticket.membership === true };
  const refused = found && relationError(found.relation, actor, seen);
  if (!found || refused) return refused ?? forbidden('role_not_allowed', errorMessages.forbidden);
  const worker = op === 'assign' ? await assigneeError(db, seen.project_id, workerId) : undefined;
  if (worker) return worker;
  if (found.transition.from.includes(seen.status)) return undefined;
  return conflict('transition_not_allowed', `cannot ${op} a ticket that is ${seen.status}`);
}

function relationError(relation: Relation, actor: Actor, ticket: Seen): HttpError | undefined {
  switch (relation) {
    case 'admin':
      return undefined;
    case 'owner':
      return ticket.client_id === actor.id ? undefined : forbidden('ticket_not_found', errorMessages.notYourTicket);
    case 'member':
      if (!ticket.active) return forbidden('account_disabled', errorMessages.accountDisabled);
      return ticket.membership ? undefined : badRequest('not_active_member', errorMessages.notActiveMember);
    case 'assignee':
      return ticket.worker_id === actor.id ? undefined : conflict('not_assigned_to_you', errorMessages.notAssignedToYou);
  }
}

/** Why a worker cannot be assigned to a ticket of a project. */
export async function assigneeError(db: Db, projectId: number, workerId: string): Promise<HttpError | undefined> {
  const worker = await db
    .selectFrom('users as u')
    .leftJoin('project_workers as m', (join) => join.onRef('m.worker_id', '=', 'u.id').on('m.project_id', '=', projectId))
    .select(['u.role', 'u.is_active', 'm.status'])
    .where('u.id', '=', workerId)
    .executeTakeFirst();
  if (worker?.role !== 'worker') return badRequest('not_a_worker', 'worker_id is not a worker');
  if (!worker.is_active) return badRequest('worker_disabled', errorMessages.workerDisabled);
  if (worker.status === null) return badRequest('worker_not_in_project', errorMessages.workerNotInProject);
  if (worker.status !== 'active') return badRequest('invitation_not_accepted', errorMessages.invitationNotAccepted);
  return undefined;
}
