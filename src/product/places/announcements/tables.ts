import type { Generated } from 'kysely';
import type { Timestamp } from '../../../platform/database/tables.ts';

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    announcements: AnnouncementsTable;
  }
}

interface AnnouncementsTable {
  id: Generated<number>;
  object_id: number;
  text: string;
  from_at: Timestamp;
  /** excluded */
  to_at: Timestamp;
  created_at: Timestamp;
}
