import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { OptionalTimestamp, Timestamp } from '../../../platform/database/tables.ts';
import type { AnswerState, ChecklistItem, ItemKind } from './schemas.ts';

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    checklists: ChecklistsTable;
    ticket_checklists: TicketChecklistsTable;
    ticket_checklist_items: TicketChecklistItemsTable;
  }
}

interface ChecklistsTable {
  id: GeneratedAlways<number>;
  /** null: of the admins */
  client_id: string | null;
  name: string;
  items: ColumnType<ChecklistItem[], string, string>;
  created_at: Timestamp;
}

interface TicketChecklistsTable {
  ticket_id: number;
  /** null: it was deleted */
  checklist_id: number | null;
  name: string;
}

interface TicketChecklistItemsTable {
  id: GeneratedAlways<number>;
  ticket_id: number;
  item_id: string;
  position: number;
  label: string;
  kind: ItemKind;
  required: boolean;
  unit: string | null;
  min: string | null;
  max: string | null;
  choices: string[] | null;
  /** null: not answered, or a photo */
  value: unknown;
  photo_id: number | null;
  answered_at: OptionalTimestamp;
  answered_by: string | null;
  answered_by_name: Generated<string>;
  state: GeneratedAlways<AnswerState>;
}
