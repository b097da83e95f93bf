import type { GeneratedAlways } from 'kysely';

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    ticket_tags: TicketTagsTable;
  }
}

interface TicketTagsTable {
  /** ascends with time */
  id: GeneratedAlways<number>;
  ticket_id: number;
  /** of the ticket */
  client_id: string;
  position: number;
  tag: string;
  /** what tags are compared by */
  key: GeneratedAlways<string>;
}
