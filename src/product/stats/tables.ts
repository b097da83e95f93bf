import type { Timestamp } from '../../platform/database/tables.ts';
import type { Category } from '../tickets/tables.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    ticket_stats: TicketStatsTable;
  }
}

/** Written by triggers (028_ticket_stats.sql). */
interface TicketStatsTable {
  /** of the entry of the journal, which may be deleted meanwhile */
  event_id: number;
  action: 'created' | 'assigned' | 'rejected' | 'confirmed' | 'canceled';
  at: Timestamp;
  project_id: number;
  object_id: number;
  category: Category;
  worker_id: string | null;
  had_worker: boolean;
  /** until the ticket was taken, or its work done */
  seconds: number | null;
  deadline_met: boolean | null;
}
