import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { senderIdOf } from '../../../platform/audit/audit-log.ts';
import type { Db } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { badRequest, conflict, forbidden, type HttpError, notFound } from '../../../platform/http/errors.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import { type Actor, isAssignee, isOfTeam, isOwner, workersOfLead } from '../../visibility.ts';
import { journalCtes } from '../journal.ts';
import type { TicketStatus } from '../lifecycle.ts';
import { type PresentedTicket, present, type TicketRow, ticketColumns } from '../queries.ts';
import { lockActiveMember } from '../transition.ts';
import { assigneeError } from '../transition-errors.ts';

/** The statuses in which a worker has yet to do something. */
export const reassignableStatuses = ['assigned', 'in_progress', 'rejected'] as const satisfies readonly TicketStatus[];

/** How often a reassignment is tried: another change may have removed the obstacle before it was looked up. */
const maxAttempts = 3;

interface Reassignment {
  ticketId: number;
  /** the new worker */
  workerId: string;
  /** the worker who must have it; without: any other than the new one */
  fromWorkerId?: string;
  /** for the journal; may be empty */
  reason: string;
}

/**
 * Gives a ticket that has a worker to another one. One statement locks the ticket, checks it and the new worker, changes it,
 * writes the journal and delivers the event, as transition() does.
 * @throws 404 no such ticket, 403 another client's or outside of the lead's team, 400 the new worker cannot be assigned or is outside of
 * the lead's team, 409 another status or the same worker
 */
export async function reassign(
  { db, subscriptions }: Pick<Deps, 'db' | 'subscriptions'>,
  actor: Actor,
  reassignment: Reassignment,
  now: Date,
): Promise<PresentedTicket> {
  const { ticketId, workerId, fromWorkerId, reason } = reassignment;
  const isAllowed = mayReassign(actor);
  const isInsideTeam = actor.role === 'worker' ? lockTeamOfLead(actor.id, workerId) : sql`true`;
  const hasOtherWorker = fromWorkerId ? isAssignee(fromWorkerId) : sql`t.worker_id <> ${workerId}`;
  const entry = {
    action: 'assigned',
    fromStatus: sql<TicketStatus>`t.from_status`,
    actorId: senderIdOf(actor),
    comment: reason,
  } as const;
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const { rows } = await db.statement((writer) =>
      sql<TicketRow>`
        with old as (
          select t.id, t.status from tickets as t
          where t.id = ${ticketId} and t.status in (${sql.join(reassignableStatuses)}) and ${hasOtherWorker}
            and ${isAllowed} and ${isInsideTeam} and ${lockActiveMember(workerId)}
          for update of t
        ), changed as (
          update tickets as t set status = 'assigned', updated_at = ${now}, worker_id = ${workerId}, assigned_at = ${now},
            assigned_by = ${senderIdOf(actor)}
          from old where t.id = old.id
          returning t.*, old.status as from_status
        ), ${journalCtes({ ...entry, now }, subscriptions)}
        select ${ticketColumns} from changed as t`.execute(writer),
    );
    if (rows[0]) return present(rows[0]);
    const error = await reassignmentError(db.read, actor, reassignment);
    if (error) throw error;
  }
  throw conflict('ticket_changed_by_others', errorMessages.ticketChangedByOthers);
}

/** Who gives tickets to other workers: an admin, the client, and the lead of a team those of the team. Alias `t`. */
function mayReassign({ id, role }: Actor): RawBuilder<SqlBool> {
  if (role === 'admin') return sql`true`;
  return role === 'client' ? isOwner(id) : isOfTeam(id);
}

/**
 * The lead leads the worker of the ticket and the new one. The accounts of the lead and of the new worker, the team and the three memberships stay locked until the ticket is
 * reassigned: another lead, another member and the end of the team wait for it, or are seen by it. Alias `t`.
 */
const lockTeamOfLead = (leadId: string, workerId: string): RawBuilder<SqlBool> => sql`
  exists (
    select from users as u
    join team_members as l on l.worker_id = u.id and l.is_lead
    join teams as g on g.id = l.team_id
    join team_members as former on former.team_id = g.id and former.worker_id = t.worker_id
    join team_members as next on next.team_id = g.id and next.worker_id = ${workerId}
    join users as n on n.id = next.worker_id
    where u.id = ${leadId}
    for key share of u, n for share of g, l, former, next -- in the order of all locks: account, then team
  )`;

/** Whether a worker is the lead or a member of the team that another one leads. */
async function isInTeam(db: Db, leadId: string, workerId: string): Promise<boolean> {
  const { rows } = await workersOfLead(leadId).execute(db);
  return rows.some(({ worker_id }) => worker_id === workerId.toLowerCase());
}

/** Reassigning is not for workers who lead no team. @throws 403 */
export async function requireLead(db: Db, { id, role }: Actor): Promise<void> {
  if (role !== 'worker') return;
  const { rows } = await workersOfLead(id).execute(db);
  if (rows.length === 0) throw forbidden('role_not_allowed', 'not available to the role worker');
}

/**
 * Why a reassignment is refused, in the order of transition-errors.ts.
 * @returns undefined when nothing stands against it
 */
export async function reassignmentError(
  db: Db,
  actor: Actor,
  { ticketId, workerId, fromWorkerId }: Omit<Reassignment, 'reason'>,
): Promise<HttpError | undefined> {
  const ticket = await db
    .selectFrom('tickets as t')
    .select(['t.status', 't.worker_id', 't.project_id', mayReassign(actor).as('allowed')])
    .where('t.id', '=', ticketId)
    .executeTakeFirst();
  if (!ticket) return notFound('ticket');
  if (!ticket.allowed) return forbidden('ticket_not_found', errorMessages.notYourTicket);
  if (actor.role === 'worker' && !(await isInTeam(db, actor.id, workerId)))
    return badRequest('worker_not_in_team', errorMessages.workerNotInTeam);
  const worker = await assigneeError(db, ticket.project_id, workerId);
  if (worker) return worker;
  if (!reassignableStatuses.some((status) => status === ticket.status))
    return conflict('transition_not_allowed', `cannot reassign a ticket that is ${ticket.status}`);
  if (ticket.worker_id === workerId) return conflict('already_assigned_to_worker', errorMessages.alreadyAssignedToWorker);
  return fromWorkerId && ticket.worker_id !== fromWorkerId
    ? conflict('ticket_changed_by_others', errorMessages.ticketChangedByOthers)
    : undefined;
}
