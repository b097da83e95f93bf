import type { Generated } from 'kysely';
import type { Timestamp } from '../../../platform/database/tables.ts';

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    ticket_changes: TicketChangesTable;
    change_epochs: { epoch: Generated<string> };
    change_horizons: ChangeHorizonsTable;
    changed_scopes: ChangedScopesTable;
  }
}

/** The last change of each ticket, and of deleted ones their deletion; tickets that have not changed for long have no row. */
interface TicketChangesTable {
  ticket_id: number;
  client_id: string;
  /** of the transaction that changed the ticket last */
  xid: string;
  /** of the last one that changed something which its client sees */
  client_xid: string | null;
}

interface ChangeHorizonsTable {
  at: Timestamp;
  /** all transactions before it had ended at that time */
  xid: string;
}

interface ChangedScopesTable {
  scope: 'project' | 'object' | 'client' | 'worker';
  id: string;
  after_created_at: Timestamp;
  after_id: Generated<number>;
}
