import type { Generated, GeneratedAlways } from 'kysely';
import type { Timestamp } from '../../../platform/database/tables.ts';

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    objects: ObjectsTable;
  }
}

interface ObjectsTable {
  id: Generated<number>;
  project_id: number;
  name: string;
  address: string;
  is_active: Generated<boolean>;
  created_at: Timestamp;
  /** what another system calls it; unique for each client */
  reference: Generated<string | null>;
  /** the client of the project; null without a reference */
  reference_client_id: Generated<string | null>;
  /** name and address, for searches */
  name_address_search: GeneratedAlways<string>;
}
