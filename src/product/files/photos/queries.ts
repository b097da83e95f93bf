import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { selectPage } from '../../../platform/http/pagination.ts';
import type { LinkedFile, Storage } from '../../../platform/storage/storage.ts';
import type { PhotoQuery, TicketPhoto } from './schemas.ts';

export const photoColumns = [
  'id',
  'ticket_id',
  'storage_key',
  'content_type',
  'original_name',
  'size_bytes',
  sql<string>`coalesce(uploader_id::text, '')`.as('uploader_id'),
  'uploader_name',
  'created_at',
] as const;

type PhotoRow = Omit<TicketPhoto, 'url'> & Omit<LinkedFile, 'kind'>;

/** What the signed links of photos are created from. */
export interface LinkOptions {
  storage: Storage;
  now: Date;
  baseUrl: string;
}

/** Converts a row to a photo of the API, with a signed link in place of the storage key. */
export async function present(row: PhotoRow, { storage, now, baseUrl }: LinkOptions): Promise<TicketPhoto> {
  const { storage_key: _, ...photo } = row;
  return { ...photo, url: await storage.linkTo({ ...row, kind: 'photo' }, now, baseUrl) };
}

/** Lists the photos of a ticket, whose visibility the caller has checked. */
export async function listPhotos(db: Db, ticketId: number, query: PhotoQuery, links: LinkOptions) {
  const photos = db.selectFrom('ticket_photos').where('ticket_id', '=', ticketId).select(photoColumns);
  const page = await selectPage(photos, query, { column: query.sort, id: 'id', direction: 'asc' });
  return { ...page, items: await Promise.all(page.items.map((row) => present(row, links))) };
}

/** Finds the photo of a link, unless it was deleted. */
export async function findPhoto(db: Db, id: number): Promise<LinkedFile | undefined> {
  const photos = db.selectFrom('ticket_photos').select(['id', 'storage_key', 'content_type', 'original_name']);
  const photo = await photos.where('id', '=', id).executeTakeFirst();
  return photo && { ...photo, kind: 'photo' };
}
