import type { Module } from '../../../platform/module/module.ts';
import { ticketLinkRoutes } from './routes.ts';

/** How tickets belong together (docs/decisions/edits.md, Links). */
export const ticketLinks: Module = { name: 'ticket-links', tables: ['ticket_links'], routes: ticketLinkRoutes };
