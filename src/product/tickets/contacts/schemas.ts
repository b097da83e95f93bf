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

const Reporter = Type.Object(
  {
    name: Type.String({ description: 'What was left beside a phone number and an address, mostly a name.' }),
    phone: Type.String(),
    email: Type.String({ description: 'Nobody may have confirmed it.' }),
  },
  { title: 'Reporter', description: 'What the reporter has left; empty: nothing like it.' },
);
export type Reporter = Static<typeof Reporter>;

/** Whom to call about a ticket. */
export const TicketContacts = Type.Object(
  {
    client: Contact,
    reporter: Type.Union([Reporter, Type.Null()], {
      description:
        'Who reported it without an account; of several one who left something, first the one whose report became the ticket. null: nobody, and for others than the owner, admins and the assigned worker.',
    }),
    worker: Type.Union([Contact, Type.Null()], { description: 'null: nobody is assigned.' }),
  },
  { title: 'TicketContacts' },
);
export type TicketContacts = Static<typeof TicketContacts>;
