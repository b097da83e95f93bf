import { type Static, Type } from 'typebox';
import { pageParameters } from '../../../platform/http/pagination.ts';
import { BinaryFile, Id, limits, Name, OneOf, PageOf, Timestamp } from '../../../platform/http/schemas.ts';
import { photoTypes } from '../../../platform/storage/photo-type.ts';

/** `report`: shows what the ticket is about; `comment`: came with a comment. */
export const attachmentKinds = ['report', 'comment'] as const;
export type AttachmentKind = (typeof attachmentKinds)[number];

/** How many attachments a ticket may have. */
export const maxAttachments = 10;

export const TicketAttachment = Type.Object(
  {
    id: Id,
    ticket_id: Id,
    kind: { ...OneOf([...attachmentKinds, 'signature']), description: '`signature`: see `POST /ext/tickets/{id}/signature`.' },
    comment_id: Type.Optional({ ...Id, description: 'The comment that it came with. Missing without one.' }),
    internal: Type.Boolean({ description: 'It came with an internal comment.' }),
    sha256: Type.Optional(Type.String({ description: 'Of the file of a signature, in hex.' })),
    signed_by: Type.Optional(Type.String({ description: 'Who has signed, as the worker wrote the name.' })),
    author_id: Type.String({ description: 'Empty when the account was deleted.' }),
    author_name: Type.String(),
    filename: Type.String(),
    content_type: OneOf(photoTypes),
    size: Type.Integer({ description: 'In bytes.' }),
    url: Type.String({ description: 'Reads the file without a token, for a short time.' }),
    thumb_url: Type.String({ description: 'Reads the small version without a token, for the same time.' }),
    created_at: Timestamp,
  },
  { title: 'TicketAttachment' },
);
export type TicketAttachment = Static<typeof TicketAttachment>;

/** What a client may send, for the API description only: parseFields() reads the fields. */
export const AttachmentForm = Type.Object({
  file: { ...BinaryFile, description: 'jpeg, png or webp.' },
  kind: Type.Optional({
    ...OneOf(attachmentKinds),
    description: 'Default: `comment` when there is a `comment_id`, else `report`.',
  }),
  comment_id: Type.Optional({ ...Id, description: 'A comment of the caller on this ticket. Not for the kind `report`.' }),
});

/** What a worker may send, for the API description only: addSignature() reads the fields. */
export const SignatureForm = Type.Object({
  file: { ...BinaryFile, description: 'png.' },
  name: Name(1, limits.name, ['Otto Brandt']),
});

export const TicketAttachmentPage = PageOf(TicketAttachment);

export const AttachmentQuery = Type.Object(pageParameters(['id', 'created_at'], 'id'));
export type AttachmentQuery = Static<typeof AttachmentQuery>;
