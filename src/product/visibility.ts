import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AuditActor } from '../platform/audit/audit-log.ts';
import type { Role } from '../platform/security/roles.ts';

// Who may see what, and nothing but that (docs/rules.md, Visibility). Each rule is a
// closed condition over one alias: lists put it into WHERE, single reads select it.

/** Who asks: the account behind a valid access token. */
export interface Actor extends AuditActor {
  role: Role;
  /** the token version of the account in an access token; undefined for an API token */
  tokenVersion?: number | undefined;
  /** of a list for the lead of a team: the workers whose tickets it has, in place of those that the lead sees */
  workers?: readonly string[] | undefined;
}

type Condition = RawBuilder<SqlBool>;

const everyone: Condition = sql`true`;
const nobody: Condition = sql`false`;

/** Projects, and with them their objects and members: a client's own, all for an admin. Alias `p`. */
export function seesProject(actor: Actor): Condition {
  if (actor.role === 'admin') return everyone;
  return actor.role === 'client' ? sql`p.client_id = ${actor.id}` : nobody;
}

/**
 * Reports of people without an account: a client's own, about its objects or by mail without an object; all for an admin. Alias `r`. The
 * objects are read once, as an array, so that the reports are found over the index of their objects.
 */
export function seesReport(actor: Actor): Condition {
  if (actor.role === 'admin') return everyone;
  if (actor.role !== 'client') return nobody;
  return sql`(r.client_id = ${actor.id} or r.object_id = any(array(
    select own.id from objects as own join projects as of_own on of_own.id = own.project_id where of_own.client_id = ${actor.id})))`;
}

/** What belongs to an object, such as notes and equipment: whoever sees its project, and its active members. Alias `p`. */
export function readsObject(actor: Actor): Condition {
  if (actor.role !== 'worker') return seesProject(actor);
  return sql`exists (
    select from project_workers as m where m.project_id = p.id and m.worker_id = ${actor.id} and m.status = 'active')`;
}

/** Owners of the projects that somebody sees: a client itself, every client for an admin. Alias `u`. */
export function seesOwner(actor: Actor): Condition {
  if (actor.role === 'admin') return sql`u.role = 'client'`;
  return actor.role === 'client' ? sql`u.id = ${actor.id}` : nobody;
}

/** Accounts that somebody confirms: those that a client created, which are workers; all for an admin. Alias `u`. */
export function canConfirm(actor: Actor): Condition {
  if (actor.role === 'admin') return everyone;
  return actor.role === 'client' ? sql`u.created_by = ${actor.id}` : nobody;
}

/** Accounts whose origin somebody may know: those that GET /users or a list of its members shows it. Alias `u`. */
export function seesAccount(actor: Actor): Condition {
  if (actor.role === 'admin') return everyone;
  if (actor.role === 'worker') return sql`u.id = ${actor.id}`;
  return sql`(u.id = ${actor.id} or (u.role = 'worker' and (u.is_active or u.created_by = ${actor.id} or exists (
    select from project_workers as m join projects as p on p.id = m.project_id
    where m.worker_id = u.id and p.client_id = ${actor.id}))))`;
}

/** Rules that make tickets: a client's own, all for an admin. Alias `r`. */
export function seesRule(actor: Actor): Condition {
  if (actor.role === 'admin') return everyone;
  return actor.role === 'client' ? sql`r.client_id = ${actor.id}` : nobody;
}

/** The client whose ticket it is. Alias `t`. */
export const isOwner = (userId: string): Condition => sql`t.client_id = ${userId}`;
/** The worker to whom the ticket is assigned. Alias `t`. */
export const isAssignee = (userId: string): Condition => sql`t.worker_id = ${userId}`;
/** A SELECT of `project_id` of the projects to which a worker has accepted an invitation, and was not removed since. */
export const projectsOfMember = (userId: string): RawBuilder<{ project_id: number }> => sql`
  select m.project_id from project_workers as m where m.worker_id = ${userId} and m.status = 'active'`;
/** The worker has accepted an invitation to the ticket's project and was not removed since. Alias `t`. */
export const isActiveMember = (userId: string): Condition => sql`t.project_id in (${projectsOfMember(userId)})`;

/** Who adds photos while the work is under way: the assigned worker, while a member, or an admin. Alias `t`. */
export function canUploadPhoto({ id, role }: Actor): Condition {
  if (role === 'admin') return everyone;
  return role === 'worker' ? sql`(${isAssignee(id)} and ${isActiveMember(id)})` : nobody;
}

/** Who adds attachments: the client whose ticket it is, and who may add photos. Alias `t`. */
export const canAttach = (actor: Actor): Condition => (actor.role === 'client' ? isOwner(actor.id) : canUploadPhoto(actor));

/** Who tags a ticket and links it to others: an admin, the client whose ticket it is, and its assigned worker. Alias `t`. */
export function canArrange({ id, role }: Actor): Condition {
  if (role === 'admin') return everyone;
  return role === 'client' ? isOwner(id) : isAssignee(id);
}

/** Who reads how somebody can be reached who reported a ticket without an account: who may arrange it. Alias `t`. */
export const seesReporter = (actor: Actor): Condition => canArrange(actor);

/**
 * Who reads and writes the internal comments of a ticket: admins and the worker to whom it is assigned now; in the list for the lead of a
 * team, the lead. Alias `t`. Everything that shows internal comments, their attachments or anything about them asks this function, or
 * canSeeInternalChange().
 */
export function readsInternalComments({ id, role, workers }: Pick<Actor, 'id' | 'role' | 'workers'>): Condition {
  if (role === 'admin') return everyone;
  if (workers) return sql`t.worker_id = any(${workers}::uuid[])`;
  return role === 'worker' ? isAssignee(id) : nobody;
}

/**
 * Who sees the costs and the quotes of a ticket: its owner, admins and the worker to whom it is assigned now; in the list for the lead of a
 * team, the lead. Alias `t`.
 */
export function seesCosts({ id, role, workers }: Pick<Actor, 'id' | 'role' | 'workers'>): Condition {
  if (role === 'admin') return everyone;
  if (workers) return sql`t.worker_id = any(${workers}::uuid[])`;
  return role === 'client' ? isOwner(id) : isAssignee(id);
}

/**
 * The comments or attachments of a ticket that somebody may read who sees the ticket.
 * @param table `ticket_comments` or `ticket_attachments`, under that name in the statement
 */
export function seesOfTicket(actor: Actor, table: 'ticket_comments' | 'ticket_attachments'): Condition {
  if (actor.role === 'admin') return everyone;
  const isPublic: Condition = sql`not ${sql.ref(`${table}.is_internal`)}`;
  if (actor.role === 'client') return isPublic;
  return sql`(${isPublic} or exists (
    select from tickets as t where t.id = ${sql.ref(`${table}.ticket_id`)} and ${readsInternalComments(actor)}))`;
}

/** Which tickets are looked for: by the constraint tickets_new_is_free exactly the new ones have no worker. */
export type AssignmentState = 'unassigned' | 'assigned' | 'any';

/** The condition of the index tickets_free: nobody has taken the ticket. Alias `t`. */
export const isFreeAnd = (isInProject: Condition): Condition => sql`(t.status = 'new' and ${isInProject})`;

/**
 * The tickets that somebody may read, as conditions of disjoint subsets: a list reads each subset over its own index, and adds
 * their counts, where a single OR would read the table. A subset without tickets of this assignment is left out: the planner
 * does not see that it is empty, and may look for it in all tickets. Alias `t`.
 */
export function disjointVisibleTickets({ id, role, workers }: Actor, assignment: AssignmentState = 'any'): Condition[] {
  if (workers) return [assignment === 'unassigned' ? nobody : sql`t.worker_id = any(${workers}::uuid[])`];
  switch (role) {
    case 'admin':
      return [everyone];
    case 'client':
      return [isOwner(id)];
    case 'worker':
      return [
        ...(assignment === 'unassigned' ? [] : [isAssignee(id)]),
        ...(assignment === 'assigned' ? [] : [isFreeAnd(isActiveMember(id))]),
      ];
  }
}

/** Tickets that somebody may read: all of the subsets above. Alias `t`. */
export const seesTicket = (actor: Actor): Condition => sql`(${sql.join(disjointVisibleTickets(actor), sql` or `)})`;

/** A SELECT of `worker_id` of the lead and the members of the team that a worker leads; no rows: it leads none. */
export const workersOfLead = (leadId: string): RawBuilder<{ worker_id: string }> => sql`
  select m.worker_id from team_members as l join team_members as m on m.team_id = l.team_id
  where l.worker_id = ${leadId} and l.is_lead`;

/** The ticket is that of the lead of a team, or of one of its members. Alias `t`. */
export const isOfTeam = (leadId: string): Condition => sql`t.worker_id in (${workersOfLead(leadId)})`;

/** A ticket that has changed. */
export interface ChangedTicket {
  client_id: string;
  worker_id: string | null;
  status: string;
  /** it was unassigned, or another worker's, until this change */
  was_free: boolean;
  /** active members of its project */
  members: string[];
}

/**
 * Whether an actor sees a ticket that was read already, as seesTicket() decides it in SQL: to whom a change is sent. A worker who saw
 * the ticket while it was unassigned or theirs gets the answer that it is assigned now.
 */
export function canSeeChange(actor: Actor, ticket: ChangedTicket): boolean {
  if (actor.role === 'admin') return true;
  if (actor.role === 'client') return ticket.client_id === actor.id;
  return ticket.worker_id === actor.id || ((ticket.status === 'new' || ticket.was_free) && ticket.members.includes(actor.id));
}

/** Whether an actor reads the internal comments of a ticket that was read already: to whom a change of internal comments is sent. */
export const canSeeInternalChange = ({ id, role }: Actor, ticket: Pick<ChangedTicket, 'worker_id'>): boolean =>
  role === 'admin' || (role === 'worker' && ticket.worker_id === id);
