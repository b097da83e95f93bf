import { sql } from 'kysely';
import { Type } from 'typebox';
import type { TicketField } from '../../platform/capability/ticket-fields.ts';
import type { LinkSigner } from '../../platform/storage/link-signer.ts';
import { photoThumbUrl } from '../thumbs/queries.ts';
import { thumbUrlInList } from './queries.ts';

/** What attachments add to tickets. Each column is a look into an index by the ticket's id. */
export const ticketFields = (links: LinkSigner): readonly TicketField[] => [
  {
    name: 'attachments',
    schema: Type.Integer({ description: 'How many pictures came with the report and the comments.' }),
    join: sql`left join lateral (
      select count(*) as attachment_count, min(a.id) as first_attachment_id from ticket_attachments as a where a.ticket_id = t.id
    ) as of_attachments on true`,
    columns: sql`of_attachments.*`,
    present: ({ attachment_count }) => attachment_count,
  },
  {
    name: 'cover_url',
    onlyInLists: true,
    schema: Type.Union([Type.String(), Type.Null()], {
      description:
        'Reads the small version of the newest photo, or of the first attachment when there is no photo, without a token for a short time. null: there is neither.',
    }),
    present: ({ newest_photo_id: photoId, first_attachment_id: attachmentId }, context) => {
      if (typeof photoId === 'number') return photoThumbUrl(photoId, { links, ...context });
      return typeof attachmentId === 'number' ? thumbUrlInList(attachmentId, { links, ...context }) : null;
    },
  },
];
