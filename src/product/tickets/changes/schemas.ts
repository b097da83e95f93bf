import { type Static, Type } from 'typebox';
import type { TicketAdditions } from '../../../platform/module/ticket-fields.ts';
import { detailsPage } from '../ticket-details/schemas.ts';
import { maxCursorLength } from './cursor.ts';

const maxLimit = 1_000;
const defaultLimit = 100;

export const ChangesQuery = Type.Object({
  after: Type.Optional(
    Type.String({
      maxLength: maxCursorLength,
      description: 'The `cursor` of the answer before. Left out: all tickets, from the beginning.',
    }),
  ),
  limit: Type.Integer({
    minimum: 1,
    maximum: maxLimit,
    default: defaultLimit,
    description: 'How many items an answer has at most.',
    'x-page': true,
  }),
});
export type ChangesQuery = Static<typeof ChangesQuery>;

/** What has changed since a cursor. */
export function changesAnswer(additions: TicketAdditions) {
  const ticket = detailsPage(additions).properties.items.items;
  const Change = Type.Object(
    {
      id: Type.Integer({ description: 'Of the ticket.' }),
      deleted: Type.Optional(Type.Literal(true, { description: 'The ticket is gone; left out for others.' })),
      ticket: Type.Optional({ ...ticket, description: 'As an item of `GET /ext/tickets`, in its present state.' }),
    },
    { title: 'TicketChange' },
  );
  return Type.Object(
    {
      items: Type.Array(Change),
      cursor: Type.String({ description: 'For `after` of the next request. Keep it with the copy.' }),
      more: Type.Boolean({ description: 'true: there are further items now.' }),
    },
    { title: 'TicketChanges' },
  );
}
