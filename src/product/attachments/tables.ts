import type { Generated, GeneratedAlways } from 'kysely';
import type { Timestamp } from '../../platform/database/tables.ts';
import type { PhotoType } from '../../platform/storage/photo-type.ts';
import type { AttachmentKind } from './schemas.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    ticket_attachments: TicketAttachmentsTable;
  }
}

interface TicketAttachmentsTable {
  id: Generated<number>;
  ticket_id: number;
  kind: AttachmentKind;
  comment_id: number | null;
  storage_key: string;
  content_type: PhotoType;
  original_name: string;
  size_bytes: number;
  author_id: string | null;
  author_name: string;
  /** as its comment: set by a trigger (056_internal_comments.sql) */
  is_internal: GeneratedAlways<boolean>;
  created_at: Timestamp;
}
