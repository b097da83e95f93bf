import type { ColumnType, Generated } from 'kysely';
import type { OptionalTimestamp, Timestamp } from '../../platform/database/tables.ts';
import type { PhotoType } from '../../platform/storage/photo-type.ts';
import type { Category } from '../tickets/tables.ts';
import type { ReportStatus } from './schemas.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    object_portals: ObjectPortalsTable;
    equipment_portals: EquipmentPortalsTable;
    portal_reports: PortalReportsTable;
    portal_report_photos: PortalReportPhotosTable;
  }
}

interface ObjectPortalsTable {
  id: string;
  object_id: number;
  token_hash: Buffer;
  /** of portal-token.ts */
  token_secret: Buffer;
  created_at: Timestamp;
}

interface EquipmentPortalsTable {
  id: string;
  equipment_id: number;
  token_hash: Buffer;
  /** of portal-token.ts */
  token_secret: Buffer;
  created_at: Timestamp;
}

interface PortalReportsTable {
  id: string;
  object_id: number;
  /** of the object; null: the report came over the portal of the object, or the equipment was deleted */
  equipment_id: number | null;
  status: Generated<ReportStatus>;
  text: string;
  category: Category | null;
  floor: string;
  contact: string;
  ticket_id: number | null;
  reason: Generated<string>;
  decided_by: string | null;
  decided_by_name: Generated<string>;
  decided_at: OptionalTimestamp;
  created_at: Timestamp;
  /** null: nobody with an account, or the account was deleted */
  reported_by: string | null;
  /** empty: somebody without an account */
  reported_by_name: Generated<string>;
  /** the ticket during whose work it was found */
  from_ticket_id: number | null;
  idempotency_key: ColumnType<Buffer | null, Buffer | undefined, never>;
  request_digest: ColumnType<Buffer | null, Buffer | undefined, never>;
}

interface PortalReportPhotosTable {
  id: Generated<number>;
  report_id: string;
  storage_key: string;
  content_type: PhotoType;
  original_name: string;
  size_bytes: number;
  created_at: Timestamp;
}
