import type { Generated } from 'kysely';
import type { OptionalTimestamp, Timestamp } from '../../platform/database/tables.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    bots: BotsTable;
    bind_codes: BindCodesTable;
    bot_updates: BotUpdatesTable;
  }
}

interface BotsTable {
  id: number;
  username: Generated<string>;
  problem: Generated<string>;
  problem_at: OptionalTimestamp;
  owner: string | null;
  leased_until: OptionalTimestamp;
  fence: Generated<number>;
}

interface BindCodesTable {
  code_hash: Buffer;
  user_id: string;
  bot_id: number;
  created_at: Timestamp;
  expires_at: Timestamp;
  used_at: OptionalTimestamp;
  made_with_other_password: Generated<boolean>;
}

interface BotUpdatesTable {
  bot_id: number;
  update_id: number;
  handled_at: Timestamp;
}
