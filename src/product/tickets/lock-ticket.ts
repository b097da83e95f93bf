import type { Tx } from '../../platform/database/database.ts';
import { errorMessages } from '../../platform/http/error-messages.ts';
import { conflict, forbidden, notFound } from '../../platform/http/errors.ts';
import { type Actor, seesTicket } from '../visibility.ts';
import type { TicketStatus } from './lifecycle.ts';

/** A ticket that is locked until the end of the transaction. */
export interface LockedTicket {
  id: number;
  status: TicketStatus;
  client_id: string;
  worker_id: string | null;
  project_id: number;
}

/**
 * Locks a ticket for what its owner, its assigned worker or an admin may change; transitions wait for the lock.
 * @throws 404 no such ticket, 403 not visible, 409 a worker to whom it is not assigned
 */
export async function lockTicketToChange(tx: Tx, actor: Actor, id: number): Promise<LockedTicket> {
  const ticket = await tx
    .selectFrom('tickets as t')
    .select(['t.id', 't.status', 't.client_id', 't.worker_id', 't.project_id', seesTicket(actor).as('visible')])
    .where('t.id', '=', id)
    .forUpdate('t')
    .executeTakeFirst();
  if (!ticket) throw notFound('ticket');
  const { visible, ...locked } = ticket;
  if (!visible) throw forbidden('ticket_not_found', errorMessages.notYourTicket);
  if (actor.role === 'worker' && locked.worker_id !== actor.id)
    throw conflict('not_assigned_to_you', errorMessages.notAssignedToYou);
  return locked;
}
