import type { Module } from '../../../platform/module/module.ts';
import { ticketTagRoutes } from './routes.ts';
import { tagFilter, tagsField } from './ticket-additions.ts';

/** Words that people sort tickets by (docs/decisions/edits.md, Tags). */
export const ticketTags: Module = {
  name: 'ticket-tags',
  tables: ['ticket_tags'],
  routes: ticketTagRoutes,
  ticketAdditions: () => ({ fields: [tagsField], filters: [tagFilter] }),
};
