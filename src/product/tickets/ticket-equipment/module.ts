import type { Module } from '../../../platform/module/module.ts';
import { ticketEquipmentRoutes } from './routes.ts';
import { equipmentField, equipmentFilter } from './ticket-additions.ts';

/** Which equipment of its object a ticket is about. */
export const ticketEquipment: Module = {
  name: 'ticket-equipment',
  tables: ['ticket_equipment'],
  routes: ticketEquipmentRoutes,
  ticketAdditions: () => ({ fields: [equipmentField], filters: [equipmentFilter] }),
};
