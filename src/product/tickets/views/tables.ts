import type { Generated } from 'kysely';
import type { Timestamp } from '../../../platform/database/tables.ts';

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    saved_views: SavedViewsTable;
  }
}

interface SavedViewsTable {
  id: Generated<number>;
  /** null: shared */
  owner_id: string | null;
  name: string;
  /** the filters, as JSON text when written */
  query: unknown;
  created_at: Timestamp;
}
