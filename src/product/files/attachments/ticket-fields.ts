import { sql } from 'kysely';
import { Type } from 'typebox';
import type { TicketField } from '../../../platform/module/ticket-fields.ts';
import type { LinkSigner } from '../../../platform/storage/link-signer.ts';
import { photoThumbUrl } from '../thumbs/queries.ts';
import { thumbUrlInList } from './queries.ts';

/** What attachments add to tickets. The columns are those of the field `photos` (ticket-details/core-fields.ts). */
export const ticketFields = (links: LinkSigner): readonly TicketField[] => [
  {
    name: 'attachments',
    schema: Type.Integer({ description: 'How many pictures came with the report and the comments.' }),
  },
  {
    name: 'cover_url',
    onlyInLists: true,
    schema: Type.Union([Type.String(), Type.Null()], {
      description:
        'Reads the small version of the newest photo, or of the first attachment when there is no photo, without a token for a short time. null: there is neither.',
    }),
    columns: sql`summary.newest_photo_id as cover_url, summary.first_attachment_id`,
    present: ({ cover_url: photoId, first_attachment_id: attachmentId }, context) => {
      if (typeof photoId === 'number') return photoThumbUrl(photoId, { links, ...context });
      return typeof attachmentId === 'number' ? thumbUrlInList(attachmentId, { links, ...context }) : null;
    },
  },
];
