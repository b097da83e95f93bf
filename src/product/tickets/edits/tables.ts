import type { GeneratedAlways } from 'kysely';
import type { Timestamp } from '../../../platform/database/tables.ts';
import type { EditableField } from './schemas.ts';

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    ticket_edits: TicketEditsTable;
  }
}

interface TicketEditsTable {
  id: GeneratedAlways<number>;
  ticket_id: number;
  field: EditableField;
  old_value: string;
  new_value: string;
  /** null: the account was deleted */
  actor_id: string | null;
  actor_name: string;
  created_at: Timestamp;
}
