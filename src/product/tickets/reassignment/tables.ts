import type { Generated } from 'kysely';
import type { Timestamp } from '../../../platform/database/tables.ts';

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    ticket_hand_backs: TicketHandBacksTable;
  }
}

interface TicketHandBacksTable {
  id: Generated<number>;
  ticket_id: number;
  /** null: the account was deleted */
  worker_id: string | null;
  worker_name: string;
  /** who acted for the worker; null: nobody, or the account was deleted */
  actor_id: string | null;
  /** empty: nobody */
  actor_name: string;
  reason: string;
  /** false once the ticket was started, reassigned or cancelled; a trigger of 023_reassignment.sql sets it */
  is_open: Generated<boolean>;
  created_at: Timestamp;
}
