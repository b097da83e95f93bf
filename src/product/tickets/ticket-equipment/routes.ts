import { responses } from '../../../platform/http/openapi.ts';
import { IdParams } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { Module, RouteDeps } from '../../../platform/module/module.ts';
import { everyRole } from '../../identity/auth/access.ts';
import { setTicketEquipment } from './actions.ts';
import { SetTicketEquipment, TicketEquipment } from './schemas.ts';
import { equipmentField, equipmentFilter } from './ticket-additions.ts';

export function ticketEquipmentRoutes(app: TypedFastify, { db }: RouteDeps): void {
  app.put(
    '/ext/tickets/:id/equipment',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'Say which equipment a ticket is about',
        description: 'For its client, its assigned worker and admins, whatever its status.',
        params: IdParams,
        body: SetTicketEquipment,
        response: responses(200, TicketEquipment, 400, 401, 403, 404),
      },
    },
    ({ actor, params, body }) => db.transaction((tx) => setTicketEquipment(tx, actor, params.id, body.equipment_id)),
  );
}

/** Which equipment of its object a ticket is about. */
export const ticketEquipment: Module = {
  name: 'ticket-equipment',
  tag: 'equipment',
  tables: ['ticket_equipment'],
  routes: ticketEquipmentRoutes,
  ticketAdditions: () => ({ fields: [equipmentField], filters: [equipmentFilter] }),
};
