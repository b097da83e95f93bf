import { type Static, Type } from 'typebox';
import { NullableEquipment } from '../../places/equipment/schemas.ts';

export const SetTicketEquipment = Type.Object(
  {
    equipment_id: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 1,
      examples: [42],
      description: 'Of the object of the ticket. null: the ticket is about none.',
    }),
  },
  { title: 'SetTicketEquipment' },
);

export const TicketEquipment = Type.Object({ equipment: NullableEquipment }, { title: 'TicketEquipment' });
export type TicketEquipment = Static<typeof TicketEquipment>;

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    ticket_equipment: TicketEquipmentTable;
  }
}

interface TicketEquipmentTable {
  ticket_id: number;
  equipment_id: number;
}
