import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Timestamp } from '../../../platform/database/tables.ts';
import type { PhotoType } from '../../../platform/storage/photo-type.ts';
import type { AttachmentKind } from './schemas.ts';

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    ticket_attachments: TicketAttachmentsTable;
  }
}

interface TicketAttachmentsTable {
  id: Generated<number>;
  ticket_id: number;
  kind: AttachmentKind | 'signature';
  comment_id: number | null;
  storage_key: string;
  content_type: PhotoType;
  original_name: string;
  size_bytes: number;
  /** of a signature */
  sha256: ColumnType<Buffer | null, Buffer | undefined, never>;
  /** who has signed; empty: it is no signature */
  signed_by: Generated<string>;
  /** of a signature: `rework_count` of the ticket at that time */
  round: ColumnType<number | null, number | undefined, never>;
  author_id: string | null;
  author_name: string;
  /** as its comment: set by a trigger (056_internal_comments.sql) */
  is_internal: GeneratedAlways<boolean>;
  created_at: Timestamp;
}
