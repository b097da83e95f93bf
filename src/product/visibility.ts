import { type AliasableExpression, type ExpressionBuilder, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tables } from '../platform/database/tables.ts';
import type { Role } from '../platform/security/roles.ts';

// Who may see what, and nothing but that (docs/rules.md, Visibility). Each rule is a
// closed condition over one alias: lists put it into WHERE, single reads select it.

/** Who asks: the account behind a valid access token. */
export interface Actor {
  id: string;
  role: Role;
}

type Me = string | RawBuilder<string>;
type Condition = AliasableExpression<SqlBool>;

export const everyone: Condition = sql<SqlBool>`true`;
const nobody: Condition = sql<SqlBool>`false`;

const projects = expressionBuilder<Tables & { p: Tables['projects'] }, 'p'>();
const users = expressionBuilder<Tables & { u: Tables['users'] }, 'u'>();
const rules = expressionBuilder<Tables & { r: Tables['recurring_rules'] }, 'r'>();
const tickets = expressionBuilder<Tables & { t: Tables['tickets'] }, 't'>();

/** Projects, and with them their objects and members: a client's own, all for an admin. Alias `p`. */
export function seesProject(actor: Actor): Condition {
  if (actor.role === 'admin') return everyone;
  return actor.role === 'client' ? projects('p.client_id', '=', actor.id) : nobody;
}

/** Owners of the projects that somebody sees: a client itself, every client for an admin. Alias `u`. */
export function seesOwner(actor: Actor): Condition {
  if (actor.role === 'admin') return users('u.role', '=', sql.lit('client'));
  return actor.role === 'client' ? users('u.id', '=', actor.id) : nobody;
}

/** Accounts that somebody confirms: those that a client created, which are workers; all for an admin. Alias `u`. */
export function confirms(actor: Actor): Condition {
  if (actor.role === 'admin') return everyone;
  return actor.role === 'client' ? users('u.created_by', '=', actor.id) : nobody;
}

/** Rules that make tickets: a client's own, all for an admin. Alias `r`. */
export function seesRule(actor: Actor): Condition {
  if (actor.role === 'admin') return everyone;
  return actor.role === 'client' ? rules('r.client_id', '=', actor.id) : nobody;
}

export const isOwner = (me: Me): Condition => tickets('t.client_id', '=', me);
export const isAssignee = (me: Me): Condition => tickets('t.worker_id', '=', me);

/** The worker has accepted an invitation to the ticket's project and was not removed since. */
export function isActiveMember(me: Me): Condition {
  return tickets('t.project_id', 'in', activeMembershipsOf(tickets, me));
}

/** Who adds photos while the work is under way: the assigned worker, while a member, or an admin. Alias `t`. */
export function mayDocument(role: Role, me: Me): Condition {
  if (role === 'admin') return everyone;
  return role === 'worker' ? tickets.and([isAssignee(me), isActiveMember(me)]) : nobody;
}

/** What is known of the status of tickets that are looked for: a new ticket has no worker, any other is not free. */
export type Freedom = 'free' | 'taken' | 'any';

/**
 * Tickets in parts that never overlap: a list reads them one by one, each over its own index,
 * where a single OR would read the table. A part that can hold nothing is left out: the planner does not
 * see that it is empty, and may look for it in all tickets. Alias `t`.
 */
export function visibleTicketParts(role: Role, me: Me, freedom: Freedom = 'any'): Condition[] {
  switch (role) {
    case 'admin':
      return [everyone];
    case 'client':
      return [isOwner(me)];
    case 'worker':
      // The table's constraint tickets_new_is_free keeps the two apart.
      return [
        ...(freedom === 'free' ? [] : [isAssignee(me)]),
        ...(freedom === 'taken' ? [] : [tickets.and([tickets('t.status', '=', sql.lit('new')), isActiveMember(me)])]),
      ];
  }
}

export const seesTicket = (role: Role, me: Me): Condition => tickets.or(visibleTicketParts(role, me));

function activeMembershipsOf(eb: ExpressionBuilder<Tables & { t: Tables['tickets'] }, 't'>, me: Me) {
  return eb
    .selectFrom('project_workers as m')
    .where('m.worker_id', '=', me)
    .where('m.status', '=', sql.lit('active'))
    .select('m.project_id');
}

/** A ticket whose change is to be told. */
export interface ChangedTicket {
  client_id: string;
  worker_id: string | null;
  status: string;
  /** it was free until this change */
  was_free: boolean;
  /** active members of its project */
  members: string[];
}

/**
 * The same as seesTicket(), for tickets that were read already: whom a change is told. Whoever saw
 * a free ticket learns that it is free no longer.
 */
export function hearsOf(actor: Actor, ticket: ChangedTicket): boolean {
  if (actor.role === 'admin') return true;
  if (actor.role === 'client') return ticket.client_id === actor.id;
  return ticket.worker_id === actor.id || ((ticket.status === 'new' || ticket.was_free) && ticket.members.includes(actor.id));
}
