import type { Generated } from 'kysely';
import type { Timestamp } from '../../../platform/database/tables.ts';
import type { DocumentType } from '../../../platform/storage/photo-type.ts';

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    documents: DocumentsTable;
  }
}

interface DocumentsTable {
  id: Generated<number>;
  object_id: number;
  equipment_id: number | null;
  title: string;
  /** such as 2027-05-31 */
  expires_on: string | null;
  storage_key: string;
  content_type: DocumentType;
  original_name: string;
  size_bytes: number;
  uploaded_by: string | null;
  uploaded_by_name: string;
  created_at: Timestamp;
  /** null: it was sent, or was over when the date was written */
  first_notice_on: string | null;
  last_notice_on: string | null;
}
