import { type Relation, type Transition, transitions } from '../../contract/lifecycle.ts';
import type { Profile, Ticket } from '../../contract/schemas.ts';
import { mayWrite } from '../../session/acting.ts';

/** The relations of the user to a ticket. A worker sees an unassigned ticket as an active member of its project only. */
function relationsOf(me: Profile, ticket: Ticket): Relation[] {
  if (!mayWrite) return [];
  if (me.role === 'admin') return ['admin'];
  if (me.role === 'client') return ticket.client_id === me.id ? ['owner'] : [];
  if (ticket.worker_id === me.id) return ['assignee'];
  return ticket.status === 'new' ? ['member'] : [];
}

/** The transitions that the service allows the user now. */
export function allowedTransitions(me: Profile, ticket: Ticket): Transition[] {
  const relations = relationsOf(me, ticket);
  return transitions.filter(({ from, by }) => from.includes(ticket.status) && by.some((one) => relations.includes(one)));
}

/** Whether the user may add to the report of a ticket while it is not closed: its client and admins. */
export const canChangeReport = (me: Profile, ticket: Ticket): boolean =>
  mayWrite && (me.role === 'admin' || ticket.client_id === me.id);

/** Whether the service accepts photos of the user: of the assigned worker and of admins, while the ticket is in progress. */
export const canUploadPhoto = (me: Profile, ticket: Ticket): boolean =>
  mayWrite && ticket.status === 'in_progress' && (me.role === 'admin' || ticket.worker_id === me.id);
