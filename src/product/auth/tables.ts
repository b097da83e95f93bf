import type { OptionalTimestamp, Timestamp } from '../../platform/database/tables.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    refresh_sessions: RefreshSessionsTable;
    reset_tokens: ResetTokensTable;
    login_networks: LoginNetworksTable;
  }
}

interface RefreshSessionsTable {
  token_hash: Buffer;
  user_id: string;
  created_at: Timestamp;
  expires_at: Timestamp;
  revoked_at: OptionalTimestamp;
}

interface ResetTokensTable {
  requested_at: Timestamp;
  token_hash: Buffer;
  user_id: string;
  created_at: Timestamp;
  expires_at: Timestamp;
  used_at: OptionalTimestamp;
}

interface LoginNetworksTable {
  user_id: string;
  network: string;
  last_used_at: Timestamp;
}
