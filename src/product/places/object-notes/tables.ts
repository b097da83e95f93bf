import type { Timestamp } from '../../../platform/database/tables.ts';

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    object_notes: ObjectNotesTable;
  }
}

interface ObjectNotesTable {
  object_id: number;
  text: string;
  updated_at: Timestamp;
}
