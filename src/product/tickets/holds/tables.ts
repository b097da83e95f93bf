import type { Generated } from 'kysely';
import type { OptionalTimestamp, Timestamp } from '../../../platform/database/tables.ts';
import type { HoldEnd, HoldReason } from './schemas.ts';

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    ticket_holds: TicketHoldsTable;
  }
}

interface TicketHoldsTable {
  id: Generated<number>;
  ticket_id: number;
  reason: HoldReason;
  note: string;
  until: OptionalTimestamp;
  since: Timestamp;
  /** null: the account was deleted */
  by_id: string | null;
  by_name: string;
  /** a trigger of 061_ticket_holds.sql also sets it, with the transition that ends the hold */
  ended_at: OptionalTimestamp;
  end_reason: HoldEnd | null;
  is_announced: Generated<boolean>;
}
