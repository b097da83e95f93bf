import type { Generated } from 'kysely';
import type { OptionalTimestamp, Timestamp } from '../../../platform/database/tables.ts';
import type { Category, Priority } from '../../tickets/tables.ts';

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    recurring_rules: RecurringRulesTable;
    recurring_runs: RecurringRunsTable;
    recurring_patterns: RecurringPatternsTable;
  }
}

interface RecurringRulesTable {
  id: Generated<number>;
  project_id: number;
  object_id: number;
  client_id: string;
  address: string;
  category: Category;
  priority: Priority;
  description: string;
  floor: string;
  anchor_at: Timestamp;
  period_days: number;
  is_active: Generated<boolean>;
  last_run_at: OptionalTimestamp;
  next_run_at: Timestamp;
  created_by: string | null;
  created_by_name: string;
  created_at: Timestamp;
}

interface RecurringRunsTable {
  id: Generated<number>;
  rule_id: number;
  run_at: Timestamp;
  ticket_id: number | null;
  address: string;
  category: Category;
}

interface RecurringPatternsTable {
  rule_id: number;
  rrule: string;
  /** such as 2027-01-31 */
  starts_on: string;
  /** such as 08:00 */
  local_time: string;
  timezone: string;
  lead_days: number;
  /** a worker is to be assigned, whose account may have been deleted since */
  has_worker: boolean;
  worker_id: string | null;
  /** what its tickets are about; null: none, or it was deleted */
  equipment_id: number | null;
  checklist_id: number | null;
  set_at: Timestamp;
  has_ended: Generated<boolean>;
}
