import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { errorMessages } from '../../platform/http/error-messages.ts';
import { forbidden, notFound } from '../../platform/http/errors.ts';
import { type Actor, canArrange, seesTicket } from '../visibility.ts';

/**
 * Locks a ticket that somebody tags or links, whatever its status, so that others who do so wait until the end of the transaction.
 * @param otherId another ticket, which the actor has to see; both are locked in the order of their ids, which prevents deadlocks
 * @throws 404 one of them is missing, 403 one is not visible, or the first is not the actor's to arrange
 */
export async function lockArrangeable(tx: Tx, actor: Actor, id: number, otherId = id): Promise<void> {
  const tickets = await tx
    .selectFrom('tickets as t')
    .select(['t.id', seesTicket(actor).as('visible'), canArrange(actor).as('arrangeable')])
    .where('t.id', '=', sql<number>`any(${[id, otherId]}::bigint[])`)
    .orderBy('t.id')
    .forNoKeyUpdate()
    .execute();
  for (const wanted of [id, otherId]) {
    const ticket = tickets.find((one) => one.id === wanted);
    if (!ticket) throw notFound('ticket');
    if (!ticket.visible) throw forbidden('ticket_not_found', errorMessages.notYourTicket);
    if (wanted === id && !ticket.arrangeable) throw forbidden('not_assigned_to_you', errorMessages.notAssignedToYou);
  }
}
