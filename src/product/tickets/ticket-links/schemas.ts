import type { GeneratedAlways } from 'kysely';
import { type Static, Type } from 'typebox';
import { pageParameters } from '../../../platform/http/pagination.ts';
import { Id, OneOf, PageOf } from '../../../platform/http/schemas.ts';
import { ticketStatuses } from '../lifecycle.ts';

export const linkKinds = ['related', 'duplicate', 'blocks', 'follow_up'] as const;
export type LinkKind = (typeof linkKinds)[number];

export const AddLink = Type.Object(
  { ticket_id: { ...Id, description: 'The ticket that the link leads to.' }, kind: OneOf(linkKinds) },
  { title: 'AddTicketLink' },
);
export type AddLink = Static<typeof AddLink>;

export const TicketLink = Type.Object(
  {
    id: Id,
    kind: OneOf(linkKinds),
    direction: { ...OneOf(['out', 'in']), description: 'out: it leads from this ticket to the other one.' },
    ticket: Type.Object({ id: Id, status: OneOf(ticketStatuses), description: Type.String() }, { description: 'The other one.' }),
  },
  { title: 'TicketLink' },
);
export type TicketLink = Static<typeof TicketLink>;
export const TicketLinkPage = PageOf(TicketLink);

export const LinkQuery = Type.Object(pageParameters(['id'], 'id'));
export type LinkQuery = Static<typeof LinkQuery>;

export const LinkParams = Type.Object({ id: Id, link_id: Id });

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    ticket_links: TicketLinksTable;
  }
}

interface TicketLinksTable {
  id: GeneratedAlways<number>;
  from_id: number;
  to_id: number;
  kind: LinkKind;
}
