import type { ColumnType, Generated } from 'kysely';
import type { OptionalTimestamp, Timestamp } from '../../../platform/database/tables.ts';
import type { Language } from '../../../platform/lib/languages.ts';
import type { PhotoType } from '../../../platform/storage/photo-type.ts';
import type { Category } from '../../tickets/tables.ts';
import type { ReportStatus } from './schemas.ts';

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    object_portals: ObjectPortalsTable;
    equipment_portals: EquipmentPortalsTable;
    portal_reports: PortalReportsTable;
    portal_report_photos: PortalReportPhotosTable;
    report_message_keys: ReportMessageKeysTable;
    report_ratings: ReportRatingsTable;
    report_rating_stats: ReportRatingStatsTable;
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
  /** null: it came by mail, and nobody has said which object it is about */
  object_id: number | null;
  /** of a report that came by mail without an object; null there: for admins only */
  client_id: ColumnType<string | null, string | null | undefined, never>;
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
  /** where the reporter gets mails; empty: none was left */
  email: Generated<string>;
  email_language: Generated<Language>;
  /** of the links in mails; null: there is no address */
  mail_key: ColumnType<string | null, string | undefined, never>;
  /** null: no mail is sent but the one that asks for it */
  email_confirmed_at: OptionalTimestamp;
  mails_ended_at: OptionalTimestamp;
}

interface ReportMessageKeysTable {
  report_id: string;
  key_hash: Buffer;
  text_hash: Buffer;
  created_at: Timestamp;
}

interface ReportRatingsTable {
  report_id: string;
  /** from 1 to 5 */
  rating: number;
  text: string;
  created_at: Timestamp;
}

/** What the statistics count, which is kept when tickets are deleted. */
interface ReportRatingStatsTable {
  id: Generated<number>;
  project_id: number;
  object_id: number;
  /** null: nobody, or the account was deleted */
  worker_id: string | null;
  had_worker: boolean;
  rating: number;
  at: Timestamp;
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
