import type { Timestamp } from '../../../platform/database/tables.ts';

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    calendar_tokens: CalendarTokensTable;
  }
}

interface CalendarTokensTable {
  user_id: string;
  token_hash: Buffer;
  created_at: Timestamp;
}
