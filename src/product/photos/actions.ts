import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Deps } from '../../platform/capability/deps.ts';
import type { Db, Tx } from '../../platform/database/open.ts';
import { conflict, forbidden, notFound, storageUnavailable } from '../../platform/http/errors.ts';
import { plus } from '../../platform/lib/clock.ts';
import { CallerGone } from '../../platform/lib/fair-queue.ts';
import { record } from '../tickets/journal.ts';
import type { TicketStatus } from '../tickets/lifecycle.ts';
import { requireActive } from '../users/actions.ts';
import { type Actor, canUploadPhoto, seesTicket } from '../visibility.ts';
import { fileDeletionJob } from './file-deletion.ts';
import { photoColumns } from './queries.ts';
import { uploadTimeoutMs } from './spool.ts';
import type { Upload } from './upload.ts';

/**
 * Whether a photo may be added now. Asked before the file is read, and again with `lock` in the
 * transaction that makes the row: the lock makes parallel uploads count each other.
 * @throws 404 ticket, 403 not the caller's to document, 409 not in progress, or full
 */
export async function requireUploadable(
  db: Db,
  actor: Actor,
  ticketId: number,
  most: number,
  lock = false,
): Promise<TicketStatus> {
  const ticket = await db
    .selectFrom('tickets as t')
    .select(['t.status', canUploadPhoto(actor).as('allowed')])
    .where('t.id', '=', ticketId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!ticket) throw notFound('ticket');
  if (!ticket.allowed) throw forbidden('photos are added by the assigned worker');
  if (ticket.status !== 'in_progress') throw conflict('photos are added while the ticket is in progress');
  const { photos } = await db
    .selectFrom('ticket_photos')
    .select(sql<number>`count(*)`.as('photos'))
    .where('ticket_id', '=', ticketId)
    .executeTakeFirstOrThrow();
  if (photos >= most) throw conflict(`the ticket has ${most} photos already`);
  return ticket.status;
}

/**
 * Keeps an upload. The key is announced before a byte is stored, and the announcement is taken
 * back in the transaction that makes the row and its journal entry; so a file without a row is
 * removed, whatever fails in between. A caller who has gone sends the photo again: nothing is kept
 * for it, or the ticket would have the photo twice.
 * @param isGone whether nobody waits for the answer any more
 * @throws as requireUploadable; CallerGone; 500 the storage does not take the file
 */
export async function addPhoto(
  deps: Pick<Deps, 'db' | 'clock' | 'storage' | 'config' | 'jobs'>,
  actor: Actor,
  ticketId: number,
  { file, name }: Upload,
  isGone: () => boolean = () => false,
) {
  const { db, clock, storage, config } = deps;
  const key = randomBytes(16).toString('hex');
  let stored = false;
  try {
    await db.transaction((tx) => registerUpload(tx, key, plus(clock(), uploadTimeoutMs)));
    await storage.put(key, file, isGone).catch((error) => {
      throw error instanceof CallerGone ? error : storageUnavailable(error);
    });
    stored = true;
    if (isGone()) throw new CallerGone('the caller has gone');
    return await db.transaction(async (tx) => {
      await requireActive(tx, actor);
      const status = await requireUploadable(tx, actor, ticketId, config.photoMaxPerTicket, true);
      const { numDeletedRows } = await tx.deleteFrom('pending_file_deletions').where('storage_key', '=', key).executeTakeFirst();
      if (numDeletedRows !== 1n) throw storageUnavailable(); // it took so long that the file was swept
      const now = clock();
      const photo = await tx
        .insertInto('ticket_photos')
        .values({
          ticket_id: ticketId,
          storage_key: key,
          content_type: file.type,
          original_name: name,
          size_bytes: file.size,
          uploader_id: actor.id,
          uploader_name: sql<string>`coalesce((select name from users where id = ${actor.id}), '')`,
          created_at: now,
        })
        .returning(photoColumns)
        .executeTakeFirstOrThrow();
      await record(tx, { ticketId, action: 'photo_added', status, actor, comment: name, now });
      return photo;
    });
  } catch (error) {
    // A storage that gave no answer may still be about to take the file: its time comes by itself.
    if (stored)
      await db
        .transaction((tx) => scheduleDeletion(tx, key))
        .then(
          () => deps.jobs.trigger(fileDeletionJob),
          () => {},
        );
    throw error;
  } finally {
    await rm(file.path, { force: true });
  }
}

/**
 * Removes a photo and says so in the journal; the file follows.
 * @throws 404 ticket or photo, 403 not visible, 409 somebody else's, or not in progress any more
 */
export async function removePhoto(tx: Tx, actor: Actor, ticketId: number, photoId: number, now: Date): Promise<void> {
  const ticket = await tx
    .selectFrom('tickets as t')
    .select(['t.status', seesTicket(actor).as('visible')])
    .where('t.id', '=', ticketId)
    .forUpdate()
    .executeTakeFirst();
  if (!ticket) throw notFound('ticket');
  if (!ticket.visible) throw forbidden('not your ticket');
  const photo = await tx
    .selectFrom('ticket_photos')
    .select(['uploader_id', 'original_name'])
    .where('id', '=', photoId)
    .where('ticket_id', '=', ticketId)
    .executeTakeFirst();
  if (!photo) throw notFound('photo');
  if (actor.role === 'worker') {
    if (photo.uploader_id !== actor.id) throw conflict("the photo is somebody else's");
    if (ticket.status !== 'in_progress') throw conflict('the ticket is no longer in progress');
  }
  await tx.deleteFrom('ticket_photos').where('id', '=', photoId).execute();
  await record(tx, { ticketId, action: 'photo_removed', status: ticket.status, actor, comment: photo.original_name, now });
}

async function registerUpload(tx: Tx, key: string, deleteAfter: Date): Promise<void> {
  await tx.insertInto('pending_file_deletions').values({ storage_key: key, delete_after: deleteAfter }).execute();
}

/** The row of the upload may be gone: a deletion job that found no file removed it before the file was stored. */
async function scheduleDeletion(tx: Tx, key: string): Promise<void> {
  await tx
    .insertInto('pending_file_deletions')
    .values({ storage_key: key, delete_after: new Date(0) })
    .onConflict((registered) => registered.column('storage_key').doUpdateSet({ delete_after: new Date(0) }))
    .execute();
}
