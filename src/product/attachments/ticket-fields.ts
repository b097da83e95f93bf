import { sql } from 'kysely';
import { Type } from 'typebox';
import type { TicketField } from '../../platform/capability/ticket-fields.ts';
import type { LinkSigner } from '../../platform/storage/link-signer.ts';
import { photoThumbUrl } from '../thumbs/queries.ts';
import { thumbUrl } from './queries.ts';

/** What attachments add to tickets. Each column is a look into an index by the ticket's id. */
export const ticketFields = (links: LinkSigner): readonly TicketField[] => [
  {
    name: 'attachments',
    schema: Type.Integer({ description: 'How many pictures came with the report and the comments.' }),
    columns: sql`(select count(*) from ticket_attachments as a where a.ticket_id = t.id) as attachment_count`,
    present: ({ attachment_count }) => attachment_count,
  },
  {
    name: 'cover_url',
    onlyInLists: true,
    schema: Type.Union([Type.String(), Type.Null()], {
      description:
        'Reads the small version of the newest photo, or of the first attachment when there is no photo, without a token for a short time. null: there is neither.',
    }),
    columns: sql`
      (select p.id from ticket_photos as p where p.ticket_id = t.id order by p.id desc limit 1) as cover_photo_id,
      (select a.id from ticket_attachments as a where a.ticket_id = t.id order by a.id limit 1) as cover_attachment_id`,
    present: ({ cover_photo_id: photoId, cover_attachment_id: attachmentId }, context) => {
      if (typeof photoId === 'number') return photoThumbUrl(photoId, { links, ...context });
      return typeof attachmentId === 'number' ? thumbUrl(attachmentId, { links, ...context }) : null;
    },
  },
];
