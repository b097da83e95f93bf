import type { Profile, Ticket, TicketQuote } from '../../../contract/schemas.ts';
import { mayWrite } from '../../../session/acting.ts';

// The rules of src/product/tickets/costs and src/product/tickets/quotes.

/** Whether the user sees the costs of a ticket that it sees. */
export const seesCosts = ({ id, role }: Profile, { client_id, worker_id }: Ticket): boolean =>
  role === 'admin' || client_id === id || worker_id === id;

/** Whether the user may add, change and remove lines of costs: the assigned worker of work that goes on or is done, and admins. */
export function canWriteCosts({ id, role }: Profile, { status, worker_id }: Ticket): boolean {
  if (!mayWrite) return false;
  return role === 'admin' ? status !== 'closed' : worker_id === id && (status === 'in_progress' || status === 'done');
}

/** Whether the user may send a quote for a ticket. */
export const canSendQuote = ({ id, role }: Profile, { status, worker_id }: Ticket): boolean =>
  mayWrite && status !== 'closed' && (role === 'admin' || worker_id === id);

/** Whether the user may answer the quotes of a ticket: an admin who acts for the client would approve its own ones. */
export const canAnswerQuote = ({ id, role }: Profile, sender: Pick<Profile, 'role'>, { client_id }: Ticket): boolean =>
  mayWrite && role === 'client' && client_id === id && sender.role !== 'admin';

/** Whether the user may take a quote back. */
export const canWithdrawQuote = ({ id, role }: Profile, { worker_id }: Ticket, { sent_by }: TicketQuote): boolean =>
  mayWrite && (role === 'admin' || (role === 'worker' && (worker_id === id || sent_by === id)));
