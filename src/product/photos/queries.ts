import { sql } from 'kysely';
import type { Db } from '../../platform/database/open.ts';
import { directionOf } from '../../platform/http/pagination.ts';
import type { LinkedPhoto, Storage } from '../../platform/storage/storage.ts';
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

type PhotoRow = Omit<TicketPhoto, 'url'> & LinkedPhoto;

/** Gives links out for a moment, for a request that came to this address. */
export interface Linker {
  storage: Storage;
  now: Date;
  base: string;
}

/** A photo as it is answered: with a link in place of its storage key. */
export async function present(row: PhotoRow, { storage, now, base }: Linker): Promise<TicketPhoto> {
  const { storage_key: _, ...photo } = row;
  return { ...photo, url: await storage.linkTo(row, now, base) };
}

/** The photos of a ticket that the caller was seen to see. */
export async function listPhotos(db: Db, ticketId: number, query: PhotoQuery, linker: Linker) {
  const { sort, limit, offset } = query;
  const direction = directionOf(query, 'asc');
  const photos = db.selectFrom('ticket_photos').where('ticket_id', '=', ticketId);
  const [rows, { total }] = await Promise.all([
    photos.select(photoColumns).orderBy(sort, direction).orderBy('id', direction).limit(limit).offset(offset).execute(),
    photos.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ]);
  const items = await Promise.all(rows.map((row) => present(row, linker)));
  return { items, total, limit, offset };
}

/** The photo that a link names, while there is one. */
export async function findPhoto(db: Db, id: number): Promise<LinkedPhoto | undefined> {
  return db
    .selectFrom('ticket_photos')
    .select(['id', 'storage_key', 'content_type', 'original_name'])
    .where('id', '=', id)
    .executeTakeFirst();
}
