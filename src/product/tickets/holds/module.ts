import { seconds } from '../../../platform/lib/duration.ts';
import type { Module } from '../../../platform/module/module.ts';
import { namedRows } from '../../../platform/module/personal-data.ts';
import { endDueHolds } from './end-due-holds.ts';
import { holdRoutes } from './routes.ts';
import { holdField, onHoldFilter } from './ticket-additions.ts';

/** Tickets whose work waits for something (docs/decisions/planning.md). */
export const holds: Module = {
  name: 'holds',
  tables: ['ticket_holds'],
  personalData: [namedRows('ticket_holds', 'by_id', 'by_name', { ticketColumn: 'ticket_id' })],
  routes: holdRoutes,
  ticketAdditions: () => ({ fields: [holdField], filters: [onHoldFilter] }),
  jobs: (deps) => [{ name: 'holds', everyMs: seconds(15), run: (stopping) => endDueHolds(deps, stopping) }],
};
