import type { Timestamp } from '../../../platform/database/tables.ts';
import type { Category } from '../../tickets/tables.ts';

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    ticket_stats: TicketStatsTable;
    ticket_stats_weeks: TicketStatsWeeksTable;
    ticket_stats_late: TicketStatsLateTable;
    ticket_stats_sums: TicketStatsSumsTable;
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

interface TicketStatsWeeksTable {
  week: Timestamp;
  is_summed: boolean;
}

/** Written by triggers (035_ticket_stats_sums.sql). */
interface TicketStatsLateTable {
  id: number;
  week: Timestamp;
}

interface TicketStatsSumsTable {
  id: number;
  week: Timestamp;
  kind: number;
  slot: Timestamp | null;
  category: Category | null;
  object_id: number | null;
  worker_id: string | null;
  created: number;
  closed: number;
  canceled: number;
  reworked: number;
  met: number;
  missed: number;
  take: number[] | null;
  finish: number[] | null;
}
