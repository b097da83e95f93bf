import { sql } from 'kysely';
import { Type } from 'typebox';
import type { TicketField, TicketFilter } from '../../../platform/module/ticket-fields.ts';
import { NullableEquipment } from '../../places/equipment/schemas.ts';

/** How many values the filter takes, and digits of one: bigint holds them, so that an id that no column can hold finds nothing. */
const maxValues = 100;
const id = '[1-9][0-9]{0,17}';

export const equipmentField: TicketField = {
  name: 'equipment',
  schema: { ...NullableEquipment, description: 'What of the object the ticket is about; null: nobody has said.' },
  sparseColumn: {
    column: 'equipment',
    select: sql`
    select json_build_object('id', q.id, 'name', q.name) from ticket_equipment as e join equipment as q on q.id = e.equipment_id
    where e.ticket_id = t.id`,
  },
};

export const equipmentFilter: TicketFilter = {
  name: 'equipment_id',
  schema: Type.String({
    pattern: `^${id}(,${id}){0,${maxValues - 1}}$`,
    description: 'Ids of equipment: the tickets that are about it.',
    examples: ['1,2'],
  }),
  condition: (value) =>
    sql`t.id in (select e.ticket_id from ticket_equipment as e where e.equipment_id = any(string_to_array(${value}, ',')::bigint[]))`,
  isSlow: true,
};
