import { type Static, Type } from 'typebox';
import { CountUpTo1000, healthSchema } from '../../../platform/health/schemas.ts';
import { pageParameters } from '../../../platform/http/pagination.ts';
import { Id, OneOf, PageOf, Timestamp } from '../../../platform/http/schemas.ts';
import { photoTypes } from '../../../platform/storage/photo-type.ts';

export const TicketPhoto = Type.Object(
  {
    id: Id,
    ticket_id: Id,
    content_type: OneOf(photoTypes),
    original_name: Type.String(),
    size_bytes: Type.Integer(),
    uploader_id: Type.String({ description: 'Empty when the account was deleted.' }),
    uploader_name: Type.String(),
    created_at: Timestamp,
    url: Type.String({ description: 'Reads the photo without a token, for a short time.' }),
  },
  { title: 'TicketPhoto' },
);
export type TicketPhoto = Static<typeof TicketPhoto>;

export const TicketPhotoPage = Type.Object(
  {
    ...PageOf(TicketPhoto).properties,
    max_per_ticket: Type.Integer({ description: 'How many photos a ticket may have.' }),
  },
  { title: 'TicketPhotoPage' },
);

export const PhotoQuery = Type.Object(pageParameters(['id', 'created_at'], 'id'));
export type PhotoQuery = Static<typeof PhotoQuery>;

export const PhotoParams = Type.Object({ id: Id, photo_id: Id });
export const FileQuery = Type.Object({
  expires: Type.String({ pattern: '^[1-9]\\d{0,11}$', examples: ['1772355600'] }),
  signature: Type.String(),
});
export type FileQuery = Static<typeof FileQuery>;

export const StorageHealth = healthSchema('StorageHealth', ['working', 'unreachable', 'full', 'nearly_full', 'undeletable'], {
  kind: OneOf(['local', 's3']),
  undeletable: CountUpTo1000('Files that should be gone, but cannot be removed.'),
  free_bytes: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'On the disk where uploads are received and stored; null: it cannot be read.',
  }),
});
