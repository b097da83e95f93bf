import type { Module } from '../../../platform/module/module.ts';
import { namedRows } from '../../../platform/module/personal-data.ts';
import { editRoutes } from './routes.ts';

/** Corrections of tickets, with what was changed (docs/decisions/edits.md). */
export const edits: Module = {
  name: 'edits',
  tables: ['ticket_edits'],
  personalData: [namedRows('ticket_edits', 'actor_id', 'actor_name', { ticketColumn: 'ticket_id' })],
  routes: editRoutes,
};
