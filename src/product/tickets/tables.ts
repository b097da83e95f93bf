import type { ColumnType, Generated } from 'kysely';
import type { OptionalTimestamp, Timestamp } from '../../platform/database/tables.ts';
import type { TicketAction, TicketStatus } from './lifecycle.ts';

export const categories = ['electric', 'plumbing', 'climate', 'elevator', 'other'] as const;
export type Category = (typeof categories)[number];

/** In order of urgency, as the database sorts them. */
export const priorities = ['low', 'normal', 'high'] as const;
export type Priority = (typeof priorities)[number];

declare module '../../platform/database/tables.ts' {
  interface Tables {
    tickets: TicketsTable;
    ticket_events: TicketEventsTable;
    ticket_status_counts: TicketStatusCountsTable;
    worker_closed_counts: { worker_id: string; n: number };
    ticket_summaries: TicketSummariesTable;
  }
}

interface TicketsTable {
  id: Generated<number>;
  status: Generated<TicketStatus>;
  category: Category;
  priority: Priority;
  description: string;
  floor: Generated<string>;
  address: string;
  project_id: number;
  object_id: number;
  client_id: string;
  worker_id: string | null;
  assigned_at: OptionalTimestamp;
  assigned_by: string | null;
  started_at: OptionalTimestamp;
  done_at: OptionalTimestamp;
  confirmed_at: OptionalTimestamp;
  rejected_at: OptionalTimestamp;
  closed_at: OptionalTimestamp;
  closed_by: string | null;
  reject_reason: string | null;
  cancel_reason: string | null;
  rework_count: Generated<number>;
  created_at: Timestamp;
  /** of the newest entry of its journal, or its newest correction; null: there is only the entry of its creation */
  updated_at: OptionalTimestamp;
  rule_id: number | null;
  reminded_at: OptionalTimestamp;
  /** what another system calls it; unique for each client */
  reference: Generated<string | null>;
}

interface TicketEventsTable {
  id: Generated<number>;
  ticket_id: number;
  action: TicketAction;
  from_status: TicketStatus | null;
  to_status: TicketStatus;
  actor_id: string | null;
  actor_name: string;
  comment: Generated<string>;
  created_at: Timestamp;
  /** the photo that the entry is about; null for others, and for photos from before migration 031 */
  photo_id: number | null;
  /** of the file of an added photo, as it was stored */
  photo_sha256: Buffer | null;
  /** set by a trigger (031_journal_chain.sql); null for entries from before that migration */
  chain_hash: ColumnType<Buffer | null, never, Buffer | null>;
}

interface TicketStatusCountsTable {
  client_id: string;
  status: TicketStatus;
  /** null in a subtotal, like priority */
  category: Category | null;
  priority: Priority | null;
  n: number;
}

/** A ticket that never had any of them has no row. */
interface TicketSummariesTable {
  ticket_id: number;
  photos: Generated<number>;
  newest_photo_id: number | null;
  attachments: Generated<number>;
  first_attachment_id: number | null;
  comments: Generated<number>;
  internal_attachments: Generated<number>;
  internal_comments: Generated<number>;
  /** it has or had something of which `TicketField.sparseColumn` is made */
  has_additions: Generated<boolean>;
}
