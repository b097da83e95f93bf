import type { Generated } from 'kysely';
import type { OptionalTimestamp, Timestamp } from '../../../platform/database/tables.ts';

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    refresh_sessions: RefreshSessionsTable;
    reset_tokens: ResetTokensTable;
    login_networks: LoginNetworksTable;
  }
}

interface RefreshSessionsTable {
  token_hash: Buffer;
  /** the same for all refresh tokens of one session */
  session_id: Generated<string>;
  user_id: string;
  /** when the user signed in */
  started_at: Timestamp;
  created_at: Timestamp;
  expires_at: Timestamp;
  ip: Generated<string>;
  user_agent: Generated<string>;
  revoked_at: OptionalTimestamp;
}

interface ResetTokensTable {
  requested_at: Timestamp;
  token_hash: Buffer;
  user_id: string;
  created_at: Timestamp;
  expires_at: Timestamp;
  used_at: OptionalTimestamp;
  by_mail: Generated<boolean>;
}

interface LoginNetworksTable {
  user_id: string;
  network: string;
  last_used_at: Timestamp;
}
