import { sql } from 'kysely';
import { senderIdOf } from '../../../platform/audit/audit-log.ts';
import type { Config } from '../../../platform/config/config.ts';
import type { Db, Tx } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { conflict, forbidden, notFound } from '../../../platform/http/errors.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import type { Subscriptions } from '../../../platform/module/events.ts';
import { requireActive } from '../../identity/users/actions.ts';
import { recordPhoto } from '../../tickets/journal.ts';
import { type Actor, canUploadPhoto, seesTicket } from '../../visibility.ts';
import { photoColumns } from './queries.ts';
import type { Upload } from './receive-upload.ts';
import { storeUpload } from './store-upload.ts';

/**
 * Checks whether the actor may add a photo to a ticket: it is in progress and has fewer than PHOTO_MAX_PER_TICKET photos.
 * The route calls this before it receives the file. addPhoto() calls it again with `lock` in the transaction that inserts the
 * row, so that concurrent uploads cannot exceed the limit together.
 * @param lock locks the ticket until the end of the transaction
 * @throws 404 no such ticket, 403 neither the assigned worker nor an admin, 409 not in progress or too many photos
 */
export async function requireCanAddPhoto(
  db: Db,
  { photoMaxPerTicket }: Pick<Config, 'photoMaxPerTicket'>,
  actor: Actor,
  ticketId: number,
  lock = false,
) {
  const ticket = await db
    .selectFrom('tickets as t')
    .select(['t.status', canUploadPhoto(actor).as('allowed')])
    .where('t.id', '=', ticketId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!ticket) throw notFound('ticket');
  if (!ticket.allowed) throw forbidden('not_assigned_to_you', errorMessages.photosOnlyByAssignee);
  if (ticket.status !== 'in_progress') throw conflict('ticket_not_in_progress', errorMessages.photosOnlyInProgress);
  const { photos } = await db
    .selectFrom('ticket_photos')
    .select(sql<number>`count(*)`.as('photos'))
    .where('ticket_id', '=', ticketId)
    .executeTakeFirstOrThrow();
  if (photos >= photoMaxPerTicket) throw conflict('too_many_photos', `the ticket has ${photoMaxPerTicket} photos already`);
}

interface AddPhotoOptions {
  /** whether the caller has disconnected */
  isGone?: () => boolean;
  /** what is done together with adding the photo, or not at all */
  inTransaction?: (tx: Tx) => Promise<void>;
}

/**
 * Stores an upload as a photo of a ticket.
 * @throws as requireCanAddPhoto() and storeUpload()
 */
export async function addPhoto(
  deps: Pick<Deps, 'db' | 'clock' | 'storage' | 'config' | 'jobs' | 'log' | 'subscriptions'>,
  actor: Actor,
  ticketId: number,
  { file, name }: Upload,
  { isGone = () => false, inTransaction }: AddPhotoOptions = {},
) {
  return storeUpload(
    deps,
    { file },
    {
      isGone,
      check: async (tx) => {
        await requireActive(tx, actor);
        await requireCanAddPhoto(tx, deps.config, actor, ticketId, true);
      },
      insert: async (tx, storage_key) => {
        const now = deps.clock();
        const photo = await tx
          .insertInto('ticket_photos')
          .values({
            ticket_id: ticketId,
            storage_key,
            content_type: file.type,
            original_name: name,
            size_bytes: file.size,
            uploader_id: senderIdOf(actor),
            uploader_name: sql<string>`coalesce((select name from users where id = ${senderIdOf(actor)}), '')`,
            created_at: now,
          })
          .returning(photoColumns)
          .executeTakeFirstOrThrow();
        const entry = { ticketId, actor, comment: name, photo: { id: photo.id, sha256: file.sha256 }, now };
        await recordPhoto(tx, deps.subscriptions, { ...entry, action: 'photo_added' });
        await inTransaction?.(tx);
        return photo;
      },
    },
  );
}

/**
 * Deletes a photo with a journal entry. The trigger ticket_photos_deleted (005_photos.sql) schedules the deletion of its file,
 * which file-deletion.ts does.
 * @throws 404 no such ticket or photo, 403 ticket not visible, 409 a worker and the photo of another, or not in progress
 */
export async function removePhoto(
  tx: Tx,
  subscriptions: Subscriptions,
  actor: Actor,
  ticketId: number,
  photoId: number,
  now: Date,
) {
  const ticket = await tx
    .selectFrom('tickets as t')
    .select(['t.status', seesTicket(actor).as('visible')])
    .where('t.id', '=', ticketId)
    .forUpdate()
    .executeTakeFirst();
  if (!ticket) throw notFound('ticket');
  if (!ticket.visible) throw forbidden('ticket_not_found', errorMessages.notYourTicket);
  const photo = await tx
    .selectFrom('ticket_photos')
    .select(['uploader_id', 'original_name'])
    .where('id', '=', photoId)
    .where('ticket_id', '=', ticketId)
    .executeTakeFirst();
  if (!photo) throw notFound('photo');
  if (actor.role === 'worker') {
    if (photo.uploader_id !== actor.id && photo.uploader_id !== senderIdOf(actor))
      throw conflict('photo_of_somebody_else', errorMessages.photoOfSomebodyElse);
    if (ticket.status !== 'in_progress') throw conflict('ticket_not_in_progress', errorMessages.noLongerInProgress);
  }
  await tx.deleteFrom('ticket_photos').where('id', '=', photoId).execute();
  const entry = { ticketId, actor, comment: photo.original_name, photo: { id: photoId }, now };
  await recordPhoto(tx, subscriptions, { ...entry, action: 'photo_removed' });
}
