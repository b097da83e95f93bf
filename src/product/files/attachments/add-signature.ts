import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { senderIdOf } from '../../../platform/audit/audit-log.ts';
import type { Db } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { conflict, forbidden, HttpError, invalidValue, notFound } from '../../../platform/http/errors.ts';
import { limits } from '../../../platform/http/schemas.ts';
import { hasVisibleCharacter, isStorable } from '../../../platform/lib/text.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import { deliverEvent } from '../../../platform/module/events.ts';
import { requireActive } from '../../identity/users/actions.ts';
import { tenantOfTicket } from '../../tenant.ts';
import type { AttachmentAddedPayload } from '../../tickets/events.ts';
import { notifyTicketChanged } from '../../tickets/notify-change.ts';
import { type Actor, canUploadPhoto } from '../../visibility.ts';
import type { UploadForm } from '../photos/receive-upload.ts';
import { storeUpload } from '../photos/store-upload.ts';
import { attachmentColumns } from './queries.ts';

/**
 * Checks whether the actor may add a signature. The route calls this before it receives the file, and addSignature() again with `lock`.
 * @param lock locks the ticket until the end of the transaction
 * @returns the round of work
 * @throws 404 no such ticket, 403 neither its worker nor an admin, 409 neither in progress nor done, or this round of work was signed
 */
export async function requireCanSign(db: Db, actor: Actor, ticketId: number, lock = false): Promise<number> {
  const ticket = await db
    .selectFrom('tickets as t')
    .select(['t.status', 't.rework_count', canUploadPhoto(actor).as('allowed')])
    .where('t.id', '=', ticketId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!ticket) throw notFound('ticket');
  if (!ticket.allowed) throw forbidden('ticket_not_found', errorMessages.notYourTicket);
  if (ticket.status !== 'in_progress' && ticket.status !== 'done')
    throw conflict('transition_not_allowed', `cannot sign for a ticket that is ${ticket.status}`);
  const signatures = db.selectFrom('ticket_attachments').select('id').where('ticket_id', '=', ticketId);
  const ofRound = signatures.where('kind', '=', 'signature').where('round', '=', ticket.rework_count);
  if (await ofRound.executeTakeFirst()) throw conflict('already_signed', errorMessages.alreadySigned);
  return ticket.rework_count;
}

/**
 * Stores a signature as an attachment with the SHA-256 of its file.
 * @throws as requireCanSign() and storeUpload(); 400 no PNG file, or no name
 */
export async function addSignature(
  deps: Pick<Deps, 'db' | 'clock' | 'storage' | 'jobs' | 'log' | 'subscriptions' | 'deliveries'>,
  actor: Actor,
  ticketId: number,
  { file, name: fileName, fields }: UploadForm,
  isGone: () => boolean,
) {
  const signedBy = file.type === 'image/png' ? checkName(fields.get('name')) : invalidValue('file', 'must be a png file');
  if (signedBy instanceof HttpError) {
    await rm(file.path, { force: true });
    throw signedBy;
  }
  let round = 0;
  return storeUpload(
    deps,
    { file },
    {
      isGone,
      check: async (tx) => {
        await requireActive(tx, actor);
        round = await requireCanSign(tx, actor, ticketId, true);
      },
      insert: async (tx, storage_key) => {
        const now = deps.clock();
        const signature = await tx
          .insertInto('ticket_attachments')
          .values({
            ticket_id: ticketId,
            kind: 'signature',
            comment_id: null,
            storage_key,
            content_type: file.type,
            original_name: fileName,
            size_bytes: file.size,
            sha256: file.sha256,
            signed_by: signedBy,
            round,
            author_id: senderIdOf(actor),
            author_name: sql<string>`coalesce((select name from users where id = ${senderIdOf(actor)}), '')`,
            created_at: now,
          })
          .returning(attachmentColumns)
          .executeTakeFirstOrThrow();
        await notifyTicketChanged(tx, ticketId);
        const payload: AttachmentAddedPayload = {
          kind: 'attachment_added',
          ticket_id: ticketId,
          attachment_id: signature.id,
        };
        await deliverEvent(tx, deps, 'attachment_added', {}, [payload], tenantOfTicket(ticketId), now);
        return signature;
      },
    },
  );
}

/** @returns the name of the person who has signed, or what is wrong with it */
function checkName(value: unknown): string | HttpError {
  const name = typeof value === 'string' ? value.trim() : '';
  const { length } = [...name];
  if (length === 0 || !hasVisibleCharacter(name)) return invalidValue('name', 'is required');
  if (length > limits.name) return invalidValue('name', `must have at most ${limits.name} characters`);
  return isStorable(name) ? name : invalidValue('name', 'holds characters that cannot be stored');
}
