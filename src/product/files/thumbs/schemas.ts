import { type Static, Type } from 'typebox';
import { Id, PageOf, Timestamp } from '../../../platform/http/schemas.ts';

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
