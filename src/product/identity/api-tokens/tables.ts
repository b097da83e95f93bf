import type { Generated } from 'kysely';
import type { OptionalTimestamp, Timestamp } from '../../../platform/database/tables.ts';

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    api_tokens: ApiTokensTable;
  }
}

interface ApiTokensTable {
  id: Generated<string>;
  user_id: string;
  name: string;
  scope: 'read' | 'write';
  token_hash: Buffer;
  created_at: Timestamp;
  expires_at: OptionalTimestamp;
  last_used_at: OptionalTimestamp;
}
