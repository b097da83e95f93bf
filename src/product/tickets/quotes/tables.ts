import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { OptionalTimestamp, Timestamp } from '../../../platform/database/tables.ts';
import type { PricedLine } from '../costs/schemas.ts';
import type { QuoteStatus } from './schemas.ts';

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    ticket_quotes: TicketQuotesTable;
  }
}

interface TicketQuotesTable {
  id: GeneratedAlways<number>;
  ticket_id: number;
  lines: ColumnType<PricedLine[], string, never>;
  total: number;
  note: string;
  valid_until: string | null;
  expires_at: OptionalTimestamp;
  /** `open` also after `expires_at`, until something writes the row */
  status: Generated<QuoteStatus>;
  reason: Generated<string>;
  /** null: the account was deleted */
  sent_by: string | null;
  sent_by_name: string;
  sent_at: Timestamp;
  answered_by: string | null;
  answered_by_name: Generated<string>;
  /** a trigger of 076_ticket_quotes.sql also sets it, when the ticket is closed */
  ended_at: OptionalTimestamp;
}
