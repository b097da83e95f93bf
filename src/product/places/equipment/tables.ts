import type { Generated } from 'kysely';
import type { Timestamp } from '../../../platform/database/tables.ts';

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    equipment: EquipmentTable;
  }
}

interface EquipmentTable {
  id: Generated<number>;
  object_id: number;
  name: string;
  kind: string;
  location: string;
  manufacturer: string;
  model: string;
  serial: string;
  /** such as 2019-05-31 */
  installed_on: string | null;
  warranty_until: string | null;
  notes: string;
  is_active: Generated<boolean>;
  created_at: Timestamp;
}
