import type { ColumnType } from 'kysely';
import type { OptionalTimestamp, Timestamp } from '../../../platform/database/tables.ts';

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    totp: TotpTable;
    recovery_codes: RecoveryCodesTable;
  }
}

interface TotpTable {
  user_id: string;
  secret: Buffer;
  created_at: Timestamp;
  confirmed_at: OptionalTimestamp;
  last_used_step: ColumnType<number, number | undefined, number>;
}

interface RecoveryCodesTable {
  user_id: string;
  code_hash: Buffer;
}
