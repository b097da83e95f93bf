import type { Capability } from '../../platform/capability/capability.ts';
import { ticketTagRoutes } from './routes.ts';
import { tagFilter, tagsField } from './ticket-additions.ts';

/** Words that people sort tickets by (docs/decisions/edits.md, Tags). */
export const ticketTags: Capability = {
  name: 'ticket-tags',
  tables: ['ticket_tags'],
  routes: ticketTagRoutes,
  ticketAdditions: () => ({ fields: [tagsField], filters: [tagFilter] }),
};
