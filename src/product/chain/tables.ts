import type { OptionalTimestamp } from '../../platform/database/tables.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    ticket_chains: TicketChainsTable;
  }
}

/** Written by the trigger ticket_events_chain (031_journal_chain.sql). */
interface TicketChainsTable {
  ticket_id: number;
  entries: number;
  head: Buffer;
  /** the time of the first entry; null: the entries are older than the migration, which calculated the chain */
  since: OptionalTimestamp;
}
