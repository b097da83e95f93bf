import type { Generated } from 'kysely';

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    worker_absences: WorkerAbsencesTable;
  }
}

interface WorkerAbsencesTable {
  id: Generated<number>;
  worker_id: string;
  /** the first and the last day, such as 2026-03-01 */
  from_date: string;
  to_date: string;
  note: string;
}
