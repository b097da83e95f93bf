import type { Tx } from '../../../platform/database/database.ts';
import { lockEquipmentOf } from '../../places/equipment/actions.ts';
import type { Actor } from '../../visibility.ts';
import { lockArrangeable } from '../lock-arrangeable.ts';
import { notifyTicketChanged } from '../notify-change.ts';
import type { TicketEquipment } from './schemas.ts';

/**
 * Says which equipment of its object a ticket is about, whatever its status.
 * @param equipmentId null: none
 * @throws 404 no such ticket, 403 not visible or not the actor's to arrange, 400 no equipment of the object
 */
export async function setTicketEquipment(
  tx: Tx,
  actor: Actor,
  ticketId: number,
  equipmentId: number | null,
): Promise<TicketEquipment> {
  await lockArrangeable(tx, actor, ticketId);
  if (equipmentId === null) {
    await tx.deleteFrom('ticket_equipment').where('ticket_id', '=', ticketId).execute();
    await notifyTicketChanged(tx, ticketId);
    return { equipment: null };
  }
  const { object_id } = await tx.selectFrom('tickets').select('object_id').where('id', '=', ticketId).executeTakeFirstOrThrow();
  const equipment = await lockEquipmentOf(tx, object_id, equipmentId);
  await linkEquipment(tx, ticketId, equipmentId);
  await notifyTicketChanged(tx, ticketId);
  return { equipment };
}

/** Lets a ticket be about equipment of its object, which the transaction has locked. */
export async function linkEquipment(tx: Tx, ticketId: number, equipmentId: number): Promise<void> {
  await tx
    .insertInto('ticket_equipment')
    .values({ ticket_id: ticketId, equipment_id: equipmentId })
    .onConflict((conflict) => conflict.column('ticket_id').doUpdateSet({ equipment_id: equipmentId }))
    .execute();
}
