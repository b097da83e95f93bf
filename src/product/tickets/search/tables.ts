import type { Generated } from 'kysely';
import type { Timestamp } from '../../../platform/database/tables.ts';

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    ticket_search: TicketSearchTable;
    ticket_search_stale: TicketSearchStaleTable;
  }
}

interface TicketSearchTable {
  ticket_id: number;
  document: string;
}

interface TicketSearchStaleTable {
  object_id: number;
  tenant: Generated<string>;
  after_ticket: number;
  due_at: Timestamp;
  settled_at: Timestamp;
}
