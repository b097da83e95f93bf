import { createHash } from 'node:crypto';
import type { TicketAction, TicketStatus } from '../lifecycle.ts';

/** An entry of a journal with what its hash covers. */
export interface ChainedEntry {
  id: number;
  ticket_id: number;
  action: TicketAction;
  from_status: TicketStatus | null;
  to_status: TicketStatus;
  actor_name: string;
  comment: string;
  created_at: string;
  photo_id: number | null;
  photo_sha256: Buffer | null;
}

/**
 * Calculates the hash of an entry (031_journal_chain.sql).
 * @param previous the hash of the entry before it; empty for the first one
 */
export function entryHash(previous: Buffer, entry: ChainedEntry): Buffer {
  return createHash('sha256').update(previous).update(canonicalText(entry)).digest();
}

function canonicalText(entry: ChainedEntry): string {
  const { ticket_id, id, action, from_status, to_status, actor_name, comment, created_at, photo_id, photo_sha256 } = entry;
  return JSON.stringify({
    ticket_id,
    id,
    action,
    from_status: from_status ?? '',
    to_status,
    actor_name,
    comment,
    created_at,
    photo_id,
    photo_sha256: photo_sha256?.toString('hex') ?? null,
  });
}

/** A record in a chain that an entry has another author's name now. */
export interface JournalReplacement {
  ticket_id: number;
  id: number;
  entry_id: number;
  after_entry_id: number;
  replaced_at: string;
  replaced_by: string;
  /** of the entry as it was written */
  entry_hash: Buffer;
  /** of the entry as it is now */
  content_hash: Buffer;
}

/** Calculates the hash of a record (060_former_accounts.sql). @param previous the hash before it */
export function replacementHash(previous: Buffer, record: JournalReplacement): Buffer {
  const { ticket_id, id, entry_id, after_entry_id, replaced_at, replaced_by, entry_hash, content_hash } = record;
  const hashes = { entry_hash: entry_hash.toString('hex'), content_hash: content_hash.toString('hex') };
  const text = JSON.stringify({ ticket_id, id, entry_id, after_entry_id, replaced_at, replaced_by, ...hashes });
  return createHash('sha256').update(previous).update(text).digest();
}
