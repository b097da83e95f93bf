import type { Capability } from '../../platform/capability/capability.ts';
import { findCommentAttachments } from './queries.ts';
import { attachmentRoutes } from './routes.ts';
import { ticketFields } from './ticket-fields.ts';

/** Pictures that come with a report or a comment, from the client, the worker or an admin. */
export const attachments: Capability = {
  name: 'attachments',
  tables: ['ticket_attachments'],
  routes: attachmentRoutes,
  findCommentAttachments,
  ticketAdditions: ({ links }) => ({ fields: ticketFields(links) }),
};
