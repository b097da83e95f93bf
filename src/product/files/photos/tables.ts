import type { Generated } from 'kysely';
import type { OptionalTimestamp, Timestamp } from '../../../platform/database/tables.ts';
import type { PhotoType } from '../../../platform/storage/photo-type.ts';
import type { StoredFile } from '../../../platform/storage/storage.ts';

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    ticket_photos: TicketPhotosTable;
    pending_file_deletions: PendingFileDeletionsTable;
    stored_files: StoredFilesView;
  }
}

interface TicketPhotosTable {
  id: Generated<number>;
  ticket_id: number;
  storage_key: string;
  content_type: PhotoType;
  original_name: string;
  size_bytes: number;
  uploader_id: string | null;
  uploader_name: string;
  created_at: Timestamp;
}

/** The files of all tables, for reading (022_attachments.sql). */
export interface StoredFilesView {
  kind: StoredFile['kind'];
  id: number;
  storage_key: string;
  size_bytes: number;
  created_at: Timestamp;
}

interface PendingFileDeletionsTable {
  storage_key: string;
  delete_after: Timestamp;
  attempts: Generated<number>;
  failing_since: OptionalTimestamp;
}
