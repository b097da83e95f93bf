import type { ColumnType, GeneratedAlways } from 'kysely';
import type { Timestamp } from '../../../platform/database/tables.ts';
import type { Category } from '../tables.ts';
import type { CostKind } from './schemas.ts';

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    project_costs: ProjectCostsTable;
    ticket_costs: TicketCostsTable;
    ticket_cost_edits: TicketCostEditsTable;
    deleted_ticket_costs: DeletedTicketCostsTable;
  }
}

/** Written as text; read as text only with a cast, because a date has no time zone. */
type Day = ColumnType<unknown, string, string>;

interface ProjectCostsTable {
  project_id: number;
  currency: string;
  /** null: no limit */
  approval_limit: number | null;
}

interface Line {
  kind: CostKind;
  text: string;
  /** a decimal */
  quantity: string;
  unit: string;
  unit_price: number;
  amount: number;
  /** null: of nobody, or the account was deleted */
  worker_id: string | null;
  worker_name: string;
  on_day: Day;
}

interface TicketCostsTable extends Line {
  id: GeneratedAlways<number>;
  ticket_id: number;
  /** null: the account was deleted */
  created_by: string | null;
  created_by_name: string;
  created_at: Timestamp;
}

/** Lines as they were before. */
interface TicketCostEditsTable extends Line {
  id: GeneratedAlways<number>;
  ticket_id: number;
  cost_id: number;
  change: 'changed' | 'removed';
  /** null: the account was deleted */
  actor_id: string | null;
  actor_name: string;
  created_at: Timestamp;
}

/** A trigger of 075_ticket_costs.sql writes it when a ticket is deleted. */
interface DeletedTicketCostsTable {
  id: GeneratedAlways<number>;
  project_id: number;
  object_id: number;
  category: Category;
  on_day: Day;
  amount: number;
}
