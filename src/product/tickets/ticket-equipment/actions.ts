import { sql } from 'kysely';
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
  await linkEquipment(tx, [{ ticketId, equipmentId }]);
  await notifyTicketChanged(tx, ticketId);
  return { equipment };
}

/** Lets tickets be about equipment of their objects, which the transaction has locked. */
export async function linkEquipment(tx: Tx, links: readonly { ticketId: number; equipmentId: number }[]): Promise<void> {
  if (links.length === 0) return;
  await sql`
    insert into ticket_equipment (ticket_id, equipment_id)
    select * from unnest(${links.map(({ ticketId }) => ticketId)}::integer[], ${links.map(({ equipmentId }) => equipmentId)}::integer[])
    on conflict (ticket_id) do update set equipment_id = excluded.equipment_id`.execute(tx);
}
