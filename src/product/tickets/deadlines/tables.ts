import type { ColumnType, Generated } from 'kysely';
import type { OptionalTimestamp, Timestamp } from '../../../platform/database/tables.ts';
import type { TicketStatus } from '../lifecycle.ts';
import type { Priority } from '../tables.ts';
import type { Deadlines, Step } from './deadline.ts';
import type { WorkingHours } from './working-clock.ts';

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    project_targets: ProjectTargetsTable;
    default_targets: DefaultTargetsTable;
    ticket_deadlines: TicketDeadlinesTable;
  }
}

/** Written as text, read as what it holds. */
type Json<T> = ColumnType<T, string, string>;

/** Minutes of working time; priorities without a target are left out. */
export type MinutesByPriority = Partial<Record<Priority, number>>;

interface TargetColumns {
  timezone: string;
  working_hours: ColumnType<WorkingHours | null, string | null, string | null>;
  holidays: Json<string[]>;
  take_within: Json<MinutesByPriority>;
  finish_within: Json<MinutesByPriority>;
  has_targets: boolean;
  changed_at: Timestamp;
}

interface DefaultTargetsTable extends TargetColumns {
  client_id: string;
}

interface ProjectTargetsTable extends TargetColumns {
  project_id: number;
  /** a copy of the default targets of the client */
  is_default: Generated<boolean>;
  version: number;
  /** the version for which the deadlines of all open tickets were calculated */
  applied: Generated<number>;
}

interface TicketDeadlinesTable {
  ticket_id: number;
  status: TicketStatus;
  targets_version: number;
  deadlines: Json<Deadlines<string>>;
  due_at: OptionalTimestamp;
  notified_steps: Step[];
  next_step_at: OptionalTimestamp;
}
