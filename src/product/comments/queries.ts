import { sql } from 'kysely';
import type { CommentAttachment } from '../../platform/capability/capability.ts';
import type { Db } from '../../platform/database/database.ts';
import { type Page, selectPage } from '../../platform/http/pagination.ts';
import type { CommentQuery, TicketComment } from './schemas.ts';

/** Finds the images that were sent with these comments. */
export type FindAttachments = (commentIds: readonly number[]) => Promise<ReadonlyMap<number, CommentAttachment[]>>;

/** The comments of a ticket, whose visibility the caller has checked; the oldest first. */
export async function listComments(
  db: Db,
  ticketId: number,
  query: CommentQuery,
  findAttachments: FindAttachments,
): Promise<Page<TicketComment>> {
  const comments = db
    .selectFrom('ticket_comments')
    .select(['id', 'author_name', 'author_role', 'text', 'created_at'])
    .select(sql<string>`coalesce(author_id::text, '')`.as('author_id'))
    .where('ticket_id', '=', ticketId);
  const page = await selectPage(comments, query, { column: query.sort, id: 'id', direction: 'asc' });
  const attachments = await findAttachments(page.items.map(({ id }) => id));
  return { ...page, items: page.items.map((comment) => ({ ...comment, attachments: attachments.get(comment.id) ?? [] })) };
}
