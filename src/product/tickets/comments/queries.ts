import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Db } from '../../../platform/database/database.ts';
import { type Page, selectPage } from '../../../platform/http/pagination.ts';
import type { CommentAttachment } from '../../../platform/module/module.ts';
import type { TicketField } from '../../../platform/module/ticket-fields.ts';
import { type Actor, seesOfTicket } from '../../visibility.ts';
import type { AuthorRole, CommentQuery, TicketComment } from './schemas.ts';

/** The role of the author of a comment: the column knows those of accounts only. Over ticket_comments. */
export const authorRole = sql<AuthorRole>`case when report_id is null then author_role::text else 'reporter' end`;

/** Finds the images that were sent with these comments. */
export type FindAttachments = (commentIds: readonly number[]) => Promise<ReadonlyMap<number, CommentAttachment[]>>;

/** The comments of a ticket that the actor reads, the oldest first. The caller has checked that the actor sees the ticket. */
export async function listComments(
  db: Db,
  actor: Actor,
  ticketId: number,
  query: CommentQuery,
  findAttachments: FindAttachments,
): Promise<Page<TicketComment>> {
  const comments = db
    .selectFrom('ticket_comments')
    .select(['id', 'author_name', authorRole.as('author_role'), 'text', 'is_internal as internal', 'to_reporter', 'created_at'])
    .select(sql<string>`coalesce(author_id::text, '')`.as('author_id'))
    .where('ticket_id', '=', ticketId)
    .where(seesOfTicket(actor, 'ticket_comments'));
  const page = await selectPage(comments, query, { column: query.sort, id: 'id', direction: 'asc' });
  const attachments = await findAttachments(page.items.map(({ id }) => id));
  return { ...page, items: page.items.map((comment) => ({ ...comment, attachments: attachments.get(comment.id) ?? [] })) };
}

/** The column is one of the field `photos` (ticket-details/core-fields.ts). */
export const ticketFields: readonly TicketField[] = [
  { name: 'comments', schema: Type.Integer({ description: 'How many comments it has.' }) },
];
