import type { GeneratedAlways } from 'kysely';
import type { Timestamp } from '../../../platform/database/tables.ts';
import type { SnippetKind } from './schemas.ts';

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    snippets: SnippetsTable;
  }
}

interface SnippetsTable {
  id: GeneratedAlways<number>;
  /** null: shared */
  owner_id: string | null;
  kind: SnippetKind;
  title: string;
  text: string;
  created_at: Timestamp;
}
