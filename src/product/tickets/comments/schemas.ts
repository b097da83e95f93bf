import { type Static, Type } from 'typebox';
import { pageParameters } from '../../../platform/http/pagination.ts';
import { Id, OneOf, PageOf, Text, Timestamp } from '../../../platform/http/schemas.ts';
import { roles } from '../../../platform/security/roles.ts';

/** Characters of a comment. */
export const maxCommentLength = 4_000;

/** Of the author of a comment. */
export const authorRoles = [...roles, 'reporter'] as const;
export type AuthorRole = (typeof authorRoles)[number];

const CommentAttachment = Type.Object(
  {
    id: Id,
    filename: Type.String(),
    content_type: Type.String(),
    size: Type.Integer({ description: 'Bytes.' }),
    url: Type.String({ description: 'Reads the image without a token, for a short time.' }),
    thumb_url: Type.String({ description: 'A small version of the image.' }),
  },
  { title: 'CommentAttachment' },
);

export const TicketComment = Type.Object(
  {
    id: Id,
    author_id: Type.String({ description: 'Empty when the account was deleted, and for `reporter`.' }),
    author_name: Type.String({ description: 'The name when the comment was written.' }),
    author_role: {
      ...OneOf(authorRoles),
      description: '`reporter`: somebody without an account who has reported the ticket; the name is empty.',
    },
    text: Type.String(),
    internal: Type.Boolean({ description: 'Only admins and the worker to whom the ticket is assigned read it.' }),
    to_reporter: Type.Boolean({ description: 'Those who reported the ticket without an account read it.' }),
    attachments: Type.Array(CommentAttachment),
    created_at: Timestamp,
  },
  { title: 'TicketComment' },
);
export type TicketComment = Static<typeof TicketComment>;

export const TicketCommentPage = PageOf(TicketComment);

export const CommentQuery = Type.Object(pageParameters(['id', 'created_at'], 'id'));
export type CommentQuery = Static<typeof CommentQuery>;

export const AddComment = Type.Object(
  {
    text: Text(1, maxCommentLength, ['Which door is it?']),
    internal: Type.Optional(
      Type.Boolean({
        description: 'true: only admins and the worker to whom the ticket is assigned read it, and only they may send it.',
      }),
    ),
    to_reporter: Type.Optional(
      Type.Boolean({
        description:
          'true: it is shown, without a name, on the page of those who reported the ticket without an account, which has to be somebody. Not with `internal`.',
      }),
    ),
  },
  { title: 'AddComment' },
);
export type AddComment = Static<typeof AddComment>;
