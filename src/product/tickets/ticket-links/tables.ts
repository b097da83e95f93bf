import type { GeneratedAlways } from 'kysely';
import type { LinkKind } from './schemas.ts';

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
