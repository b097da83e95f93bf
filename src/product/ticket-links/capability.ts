import type { Capability } from '../../platform/capability/capability.ts';
import { ticketLinkRoutes } from './routes.ts';

/** How tickets belong together (docs/decisions/edits.md, Links). */
export const ticketLinks: Capability = { name: 'ticket-links', tables: ['ticket_links'], routes: ticketLinkRoutes };
