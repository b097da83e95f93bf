import type { Module } from '../../../platform/module/module.ts';
import { namedRows } from '../../../platform/module/personal-data.ts';
import { findCommentAttachments } from './queries.ts';
import { attachmentRoutes } from './routes.ts';
import { ticketFields } from './ticket-fields.ts';

/** Pictures that come with a report or a comment, from the client, the worker or an admin. */
export const attachments: Module = {
  name: 'attachments',
  tag: 'attachments',
  tables: ['ticket_attachments'],
  personalData: [
    namedRows('ticket_attachments', 'author_id', 'author_name', {
      kept: { original_name: 'a file, as its owner called it' },
      secrets: ['storage_key', 'sha256'],
      files: 'attachments',
      ticketColumn: 'ticket_id',
    }),
  ],
  routes: attachmentRoutes,
  findCommentAttachments,
  ticketAdditions: ({ links }) => ({ fields: ticketFields(links) }),
};
