import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { selectPage } from '../../../platform/http/pagination.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import type { CommentAttachmentLookup } from '../../../platform/module/module.ts';
import type { LinkSigner } from '../../../platform/storage/link-signer.ts';
import type { LinkedFile, Storage } from '../../../platform/storage/storage.ts';
import { type Actor, seesOfTicket } from '../../visibility.ts';
import type { AttachmentQuery, TicketAttachment } from './schemas.ts';

export const attachmentColumns = [
  'id',
  'ticket_id',
  'kind',
  'comment_id',
  'is_internal as internal',
  sql<string>`coalesce(author_id::text, '')`.as('author_id'),
  'author_name',
  'original_name',
  'content_type',
  'size_bytes',
  'storage_key',
  sql<string | null>`encode(sha256, 'hex')`.as('sha256'),
  'signed_by',
  'created_at',
] as const;

type AttachmentRow = Omit<TicketAttachment, 'comment_id' | 'sha256' | 'signed_by' | 'filename' | 'size' | 'url' | 'thumb_url'> & {
  comment_id: number | null;
  original_name: string;
  size_bytes: number;
  storage_key: string;
  sha256: string | null;
  signed_by: string;
};

/** What the signed links of attachments are created from. */
interface LinkOptions {
  storage: Storage;
  links: LinkSigner;
  now: Date;
  baseUrl: string;
}

const linkedFile = 'attachment thumb';

/** What the link to a small version permits to read: with it the attachment itself is not read. */
export const linkSubject = (attachmentId: number): string => `${linkedFile} ${attachmentId}`;

/** The signed link to the small version of an attachment. */
export const thumbUrl = (id: number, { links, now, baseUrl }: Omit<LinkOptions, 'storage'>): string =>
  `${baseUrl}/ext/attachments/${id}/thumb?${links.sign(linkSubject(id), now).query}`;

/** The same in a list of tickets. */
export const thumbUrlInList = (id: number, { links, now, baseUrl }: Omit<LinkOptions, 'storage'>): string =>
  `${baseUrl}/ext/attachments/${id}/thumb?${links.signForList(linkedFile, id, now)}`;

/** Converts a row to an attachment of the API, with signed links in place of the storage key. */
export async function present(row: AttachmentRow, options: LinkOptions): Promise<TicketAttachment> {
  const { comment_id, original_name, size_bytes, sha256, signed_by, storage_key: _, ...attachment } = row;
  return {
    ...attachment,
    ...(comment_id !== null && { comment_id }),
    ...(sha256 !== null && { sha256, signed_by }),
    filename: original_name,
    size: size_bytes,
    url: await options.storage.linkTo({ ...row, kind: 'attachment' }, options.now, options.baseUrl),
    thumb_url: thumbUrl(row.id, options),
  };
}

/** Lists the attachments of a ticket that the actor reads. The caller has checked that the actor sees the ticket. */
export async function listAttachments(db: Db, actor: Actor, ticketId: number, query: AttachmentQuery, options: LinkOptions) {
  const ofTicket = db.selectFrom('ticket_attachments').where('ticket_id', '=', ticketId);
  const attachments = ofTicket.where(seesOfTicket(actor, 'ticket_attachments')).select(attachmentColumns);
  const page = await selectPage(attachments, query, { column: query.sort, id: 'id', direction: 'asc' });
  return { ...page, items: await Promise.all(page.items.map((row) => present(row, options))) };
}

/** Finds the attachments of comments, oldest first. */
export const findCommentAttachments =
  ({ storage, links }: Pick<Deps, 'storage' | 'links'>): CommentAttachmentLookup =>
  async (db, commentIds, context) => {
    if (commentIds.length === 0) return new Map();
    const rows = await db
      .selectFrom('ticket_attachments')
      .select(attachmentColumns)
      .where('comment_id', '=', sql<number>`any(${commentIds}::integer[])`)
      .orderBy('id')
      .execute();
    const attachments = await Promise.all(rows.map((row) => present(row, { storage, links, ...context })));
    return Map.groupBy(attachments, ({ comment_id = 0 }) => comment_id);
  };

/** Finds the attachment of a link, unless it was deleted. */
export async function findAttachment(db: Db, id: number): Promise<LinkedFile | undefined> {
  const attachments = db.selectFrom('ticket_attachments').select(['id', 'storage_key', 'content_type', 'original_name']);
  const attachment = await attachments.where('id', '=', id).executeTakeFirst();
  return attachment && { ...attachment, kind: 'attachment' };
}
