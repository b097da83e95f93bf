import type { GeneratedAlways } from 'kysely';
import type { OptionalTimestamp, Timestamp } from '../../../platform/database/tables.ts';

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    ticket_chains: TicketChainsTable;
    journal_replacements: JournalReplacementsTable;
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

/** Entries whose author has another name now. Written by replace_name_in_journal() (060_former_accounts.sql). */
interface JournalReplacementsTable {
  id: GeneratedAlways<number>;
  ticket_id: number;
  entry_id: number;
  /** the newest entry at that time, after which the record stands in the chain */
  after_entry_id: number;
  replaced_at: Timestamp;
  /** the admin */
  replaced_by: string;
  /** of the entry as it was written */
  entry_hash: Buffer;
  /** of the entry with the new name */
  content_hash: Buffer;
  hash: Buffer;
}
