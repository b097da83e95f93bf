import type { ColumnType } from 'kysely';
import type { Timestamp } from '../../../platform/database/tables.ts';
import type { Identity } from './identity.ts';

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    oidc_identities: OidcIdentitiesTable;
    oidc_sign_ins: OidcSignInsTable;
  }
}

interface OidcIdentitiesTable {
  issuer: string;
  subject: string;
  user_id: string;
  linked_at: Timestamp;
  last_used_at: Timestamp;
}

interface OidcSignInsTable {
  code_hash: Buffer;
  identity: ColumnType<Identity, string, never>;
  expires_at: Timestamp;
}
