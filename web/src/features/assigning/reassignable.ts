import type { Profile, Ticket } from '../../contract/schemas.ts';
import { mayWrite } from '../../session/acting.ts';

/** A worker has yet to do something: as reassignableStatuses of the service. */
const reassignable: readonly string[] = ['assigned', 'in_progress', 'rejected'];
const returnable: readonly string[] = ['assigned', 'rejected'];

export const isReassignable = ({ status }: Ticket): boolean => reassignable.includes(status);

/** Whether the service lets the user give the ticket to another worker. */
export const canReassign = ({ id, role }: Pick<Profile, 'id' | 'role'>, ticket: Ticket): boolean =>
  mayWrite && isReassignable(ticket) && (role === 'admin' || ticket.client_id === id);

/** Whether the service lets the user hand the ticket back, unless it is handed back already. */
export const canHandBack = ({ id }: Pick<Profile, 'id'>, { status, worker_id }: Ticket): boolean =>
  returnable.includes(status) && worker_id === id;
