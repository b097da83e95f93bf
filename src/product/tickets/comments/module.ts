import type { Module } from '../../../platform/module/module.ts';
import { namedRows } from '../../../platform/module/personal-data.ts';
import { commentRoutes } from './routes.ts';
import { ticketFields } from './ticket-fields.ts';

/** What people write to each other about a ticket. */
export const comments: Module = {
  name: 'comments',
  tables: ['ticket_comments'],
  personalData: [namedRows('ticket_comments', 'author_id', 'author_name', { ticketColumn: 'ticket_id' })],
  routes: commentRoutes,
  ticketAdditions: () => ({ fields: ticketFields }),
};
