import { type Static, Type } from 'typebox';
import type { Db } from '../../../platform/database/database.ts';
import { selectPage } from '../../../platform/http/pagination.ts';
import { Id, PageOf, Timestamp } from '../../../platform/http/schemas.ts';
import type { LinkSigner } from '../../../platform/storage/link-signer.ts';
import type { PhotoQuery } from '../photos/schemas.ts';

const PhotoThumb = Type.Object(
  {
    photo_id: Id,
    url: Type.String({ description: 'Reads the small version without a token, until it expires.' }),
    expires_at: Timestamp,
  },
  { title: 'PhotoThumb' },
);

/** Where the small versions of the photos of a ticket are read. */
export const PhotoThumbPage = PageOf(PhotoThumb);
export type PhotoThumbPage = Static<typeof PhotoThumbPage>;

const linkedFile = 'thumb';

/** What the link to a small version permits to read: with it the photo itself is not read. */
export const linkSubject = (photoId: number): string => `${linkedFile} ${photoId}`;

interface LinkOptions {
  links: LinkSigner;
  now: Date;
  baseUrl: string;
}

function signThumb(photoId: number, { links, now, baseUrl }: LinkOptions): { url: string; expiresAt: Date } {
  const { query, expiresAt } = links.sign(linkSubject(photoId), now);
  return { url: `${baseUrl}/ext/photos/${photoId}/thumb?${query}`, expiresAt };
}

/** The link to the small version of a photo in a list of tickets. */
export const photoThumbUrl = (photoId: number, { links, now, baseUrl }: LinkOptions): string =>
  `${baseUrl}/ext/photos/${photoId}/thumb?${links.signForList(linkedFile, photoId, now)}`;

/** Lists the links to the small versions of a ticket's photos. The caller has checked that the ticket is visible. */
export async function listThumbs(
  db: Db,
  ticketId: number,
  query: PhotoQuery,
  { links, now, baseUrl }: LinkOptions,
): Promise<PhotoThumbPage> {
  const photos = db.selectFrom('ticket_photos').where('ticket_id', '=', ticketId).select('id');
  const page = await selectPage(photos, query, { column: query.sort, id: 'id', direction: 'asc' });
  const items = page.items.map(({ id }) => {
    const { url, expiresAt } = signThumb(id, { links, now, baseUrl });
    return { photo_id: id, url, expires_at: expiresAt.toISOString() };
  });
  return { ...page, items };
}
