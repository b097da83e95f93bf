import type { Generated } from 'kysely';
import type { OptionalTimestamp, Timestamp } from '../../../platform/database/tables.ts';

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    passkeys: PasskeysTable;
    passkey_requirements: PasskeyRequirementsTable;
    used_passkey_challenges: UsedPasskeyChallengesTable;
  }
}

interface PasskeysTable {
  id: Generated<string>;
  user_id: string;
  credential_id: Buffer;
  public_key: Buffer;
  counter: number;
  transports: string[];
  synced: boolean;
  name: string;
  created_at: Timestamp;
  last_used_at: OptionalTimestamp;
}

interface PasskeyRequirementsTable {
  user_id: string;
  created_at: Timestamp;
}

interface UsedPasskeyChallengesTable {
  challenge_hash: Buffer;
  expires_at: Timestamp;
}
