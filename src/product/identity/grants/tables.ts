import type { Generated } from 'kysely';
import type { OptionalTimestamp, Timestamp } from '../../../platform/database/tables.ts';
import type { ActingScope } from '../../../platform/module/module.ts';

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    account_grants: AccountGrantsTable;
  }
}

interface AccountGrantsTable {
  id: Generated<string>;
  /** the client that lets somebody act for it */
  principal_id: string;
  /** null: an invitation that nobody has accepted */
  deputy_id: string | null;
  email: string;
  email_key: string;
  scope: ActingScope;
  notify: boolean;
  /** of the link that was answered */
  token_hash: Buffer | null;
  /** of the link that was mailed */
  mailed_token_hash: Buffer | null;
  created_at: Timestamp;
  /** of the invitation */
  expires_at: OptionalTimestamp;
}
