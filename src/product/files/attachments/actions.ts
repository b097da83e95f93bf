import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { senderIdOf } from '../../../platform/audit/audit-log.ts';
import type { Db, Tx } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { conflict, forbidden, invalidValue, notFound } from '../../../platform/http/errors.ts';
import { maxId } from '../../../platform/http/schemas.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import { deliverEvent } from '../../../platform/module/events.ts';
import { requireActive } from '../../identity/users/actions.ts';
import { tenantOfTicket } from '../../tenant.ts';
import type { AttachmentAddedPayload } from '../../tickets/events.ts';
import { internalChangeNotice, ticketChangeNotice } from '../../tickets/notify-change.ts';
import { type Actor, canAttach } from '../../visibility.ts';
import type { UploadForm } from '../photos/receive-upload.ts';
import { storeUpload } from '../photos/store-upload.ts';
import { attachmentColumns } from './queries.ts';
import { type AttachmentKind, attachmentKinds, maxAttachments } from './schemas.ts';

/**
 * Checks whether the actor may add an attachment to a ticket: it is not closed and has fewer than `maxAttachments`. The route
 * calls this before it receives the file, and addAttachment() again with `lock` in the transaction that inserts the row, so
 * that concurrent uploads cannot exceed the limit together. Attachments of internal comments count, too: whoever cannot see them learns
 * from the 409 that there are some.
 * @param lock locks the ticket until the end of the transaction
 * @throws 404 no such ticket, 403 neither its client nor its worker nor an admin, 409 closed or too many attachments
 */
export async function requireCanAttach(db: Db, actor: Actor, ticketId: number, lock = false): Promise<void> {
  const ticket = await db
    .selectFrom('tickets as t')
    .select(['t.status', canAttach(actor).as('allowed')])
    .where('t.id', '=', ticketId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!ticket) throw notFound('ticket');
  if (!ticket.allowed) throw forbidden('ticket_not_found', errorMessages.notYourTicket);
  if (ticket.status === 'closed') throw conflict('ticket_closed', 'cannot change a ticket that is closed');
  const { attachments } = await db
    .selectFrom('ticket_attachments')
    .select(sql<number>`count(*)`.as('attachments'))
    .where('ticket_id', '=', ticketId)
    .where('kind', '!=', 'signature')
    .executeTakeFirstOrThrow();
  if (attachments >= maxAttachments)
    throw conflict('too_many_attachments', `the ticket has ${maxAttachments} attachments already`);
}

/**
 * Stores an upload as an attachment of a ticket.
 * @throws as requireCanAttach() and storeUpload(); 400 wrong fields
 */
export async function addAttachment(
  deps: Pick<Deps, 'db' | 'clock' | 'storage' | 'jobs' | 'log' | 'subscriptions' | 'deliveries'>,
  actor: Actor,
  ticketId: number,
  { file, name, fields }: UploadForm,
  isGone: () => boolean = () => false,
) {
  const place = await parseFields(fields).catch(async (error) => {
    await rm(file.path, { force: true });
    throw error;
  });
  return storeUpload(
    deps,
    { file },
    {
      isGone,
      check: async (tx) => {
        await requireActive(tx, actor);
        await requireCanAttach(tx, actor, ticketId, true);
      },
      insert: (tx, storage_key) => insertAttachment(tx, deps, actor, ticketId, { ...place, file, name, storage_key }),
    },
  );
}

type NewAttachment = Pick<UploadForm, 'file' | 'name'> & { kind: AttachmentKind; comment_id: number | null; storage_key: string };

/** Inserts the row of a stored file in a transaction that has called requireCanAttach() with `lock`. */
export async function insertAttachment(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'subscriptions' | 'deliveries'>,
  actor: Actor,
  ticketId: number,
  { file, name, ...place }: NewAttachment,
) {
  const now = deps.clock();
  const attachment = await tx
    .insertInto('ticket_attachments')
    .values({
      ...place,
      ticket_id: ticketId,
      content_type: file.type,
      original_name: name,
      size_bytes: file.size,
      author_id: senderIdOf(actor),
      author_name: sql<string>`coalesce((select name from users where id = ${senderIdOf(actor)}), '')`,
      created_at: now,
    })
    .returning(attachmentColumns)
    .executeTakeFirstOrThrow();
  const notice = attachment.internal ? internalChangeNotice : ticketChangeNotice;
  await sql`select ${notice(sql`${ticketId}::integer`)}`.execute(tx);
  const kind = attachment.internal ? 'internal_attachment_added' : 'attachment_added';
  const payload: AttachmentAddedPayload = { kind, ticket_id: ticketId, attachment_id: attachment.id };
  await deliverEvent(tx, deps, 'attachment_added', {}, [payload], tenantOfTicket(ticketId), now);
  return attachment;
}

/** An empty field counts as a missing one: forms send all of theirs. */
async function parseFields(fields: UploadForm['fields']): Promise<{ kind: AttachmentKind; comment_id: number | null }> {
  const comment_id = parseCommentId(fields.get('comment_id') || undefined);
  const given = fields.get('kind') || (comment_id === null ? 'report' : 'comment');
  const kind = attachmentKinds.find((one) => one === given);
  if (!kind) throw invalidValue('kind', `must be one of ${attachmentKinds.join(', ')}`);
  if (kind === 'report' && comment_id !== null) throw invalidValue('comment_id', 'must be missing for the kind report');
  return { kind, comment_id };
}

function parseCommentId(value: unknown): number | null {
  if (value === undefined) return null;
  const isId = typeof value === 'string' && /^[1-9]\d{0,9}$/.test(value) && Number(value) <= maxId;
  if (!isId) throw invalidValue('comment_id', 'must be a positive integer');
  return Number(value);
}
