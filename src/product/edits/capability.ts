import type { Capability } from '../../platform/capability/capability.ts';
import { editRoutes } from './routes.ts';

/** Corrections of tickets, with what was changed (docs/decisions/edits.md). */
export const edits: Capability = { name: 'edits', tables: ['ticket_edits'], routes: editRoutes };
