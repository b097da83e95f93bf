import type { Generated, GeneratedAlways } from 'kysely';
import type { Timestamp } from '../../../platform/database/tables.ts';

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    projects: ProjectsTable;
  }
}

interface ProjectsTable {
  id: Generated<number>;
  client_id: string;
  name: string;
  is_active: Generated<boolean>;
  created_at: Timestamp;
  name_search: GeneratedAlways<string>;
}
