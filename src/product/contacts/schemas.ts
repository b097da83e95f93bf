import { type Static, Type } from 'typebox';

const Contact = Type.Object(
  {
    name: Type.String(),
    phone: Type.String({
      description: 'Empty when the account has none, and that of the client for a worker who has left the project.',
    }),
  },
  { title: 'Contact' },
);

/** Whom to call about a ticket. */
export const TicketContacts = Type.Object(
  {
    client: Contact,
    worker: Type.Union([Contact, Type.Null()], { description: 'null: nobody is assigned.' }),
  },
  { title: 'TicketContacts' },
);
export type TicketContacts = Static<typeof TicketContacts>;
