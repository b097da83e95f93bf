import type { Timestamp } from '../../../platform/database/tables.ts';

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    workers_on_the_way: WorkersOnTheWayTable;
  }
}

interface WorkersOnTheWayTable {
  ticket_id: number;
  worker_id: string;
  /** when the worker said so last */
  at: Timestamp;
}
