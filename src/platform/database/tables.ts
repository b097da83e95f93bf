import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/**
 * The types of the tables and their columns for Kysely, as src/platform/database/migrations creates them. Each folder of
 * the product adds its tables in its own tables.ts by declaration merging.
 */
export interface Tables {
  rate_limits: RateLimitsTable;
  job_results: JobResultsTable;
  deliveries: DeliveriesTable;
  audit_events: AuditEventsTable;
  idempotency_keys: IdempotencyKeysTable;
}

/** Written as a Date, read as the RFC 3339 text that is answered (pg-types.ts). */
export type Timestamp = ColumnType<string, Date, Date>;
export type OptionalTimestamp = ColumnType<string | null, Date | null | undefined, Date | null>;

interface RateLimitsTable {
  key: Buffer;
  timestamps: ColumnType<string[], Date[], Date[]>;
  admitted: boolean;
  expires_at: Timestamp;
}

interface DeliveriesTable {
  id: GeneratedAlways<number>;
  queue: string;
  /** of a periodic job: its name */
  key: Generated<string | null>;
  payload: object;
  tenant: Generated<string>;
  created_at: Timestamp;
  /** on the clock of the database */
  due_at: ColumnType<string, Date | undefined, Date>;
  attempts: Generated<number>;
  /** of the attempt under way, whose end is due_at */
  lease: Generated<string | null>;
  last_error: string | null;
  /** of the span that caused it */
  traceparent: Generated<string | null>;
}

/** Rows are inserted only; the database refuses changes. */
interface AuditEventsTable {
  id: GeneratedAlways<number>;
  at: Timestamp;
  event: string;
  actor_id: string | null;
  actor_name: string;
  /** the account that the actor acted for */
  principal_id: Generated<string | null>;
  principal_name: Generated<string>;
  subject_type: string;
  subject_id: string;
  subject_name: string;
  ip: string;
  request_id: string;
  detail: ColumnType<Record<string, string | number | boolean | null>, string, never>;
}

interface JobResultsTable {
  job: string;
  succeeded_at: OptionalTimestamp;
  failed_at: OptionalTimestamp;
  /** what the job keeps from one run to the next */
  state: ColumnType<unknown, string | undefined, string>;
}

/** Answers to requests with an Idempotency-Key; src/platform/http/idempotency. */
interface IdempotencyKeysTable {
  /** SHA-256 of the account and the key */
  id: Buffer;
  /** encrypted */
  answer: Buffer;
  expires_at: Timestamp;
}
