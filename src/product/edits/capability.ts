import type { Capability } from '../../platform/capability/capability.ts';
import { namedRows } from '../../platform/capability/personal-data.ts';
import { editRoutes } from './routes.ts';

/** Corrections of tickets, with what was changed (docs/decisions/edits.md). */
export const edits: Capability = {
  name: 'edits',
  tables: ['ticket_edits'],
  personalData: [namedRows('ticket_edits', 'actor_id', 'actor_name', { ticketColumn: 'ticket_id' })],
  routes: editRoutes,
};
