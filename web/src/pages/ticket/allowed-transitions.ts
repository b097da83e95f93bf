import { type Standing, type Transition, transitions } from '../../../../src/product/tickets/lifecycle.ts';
import type { Profile, Ticket } from '../../contract/operations.ts';

/** What somebody is to a ticket. A free ticket is shown to active members of its project only. */
function standingsOf(me: Profile, ticket: Ticket): Standing[] {
  if (me.role === 'admin') return ['admin'];
  if (me.role === 'client') return ticket.client_id === me.id ? ['owner'] : [];
  if (ticket.worker_id === me.id) return ['assignee'];
  return ticket.status === 'new' ? ['member'] : [];
}

/** The steps that the table of the service allows now. */
export function allowedTransitions(me: Profile, ticket: Ticket): Transition[] {
  const standings = standingsOf(me, ticket);
  return transitions.filter(({ from, by }) => from.includes(ticket.status) && by.some((one) => standings.includes(one)));
}

/** Who adds photos now: the assigned worker and admins, while work goes on. */
export const canUploadPhoto = (me: Profile, ticket: Ticket): boolean =>
  ticket.status === 'in_progress' && (me.role === 'admin' || ticket.worker_id === me.id);
