import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { OptionalTimestamp, Timestamp } from '../../platform/database/tables.ts';
import type { MessageType, WebhookEvent } from './events.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    webhooks: WebhooksTable;
    webhook_deliveries: WebhookDeliveriesTable;
  }
}

/**
 * `gone`: the receiver answered 410; `failing`: no attempt succeeded for three days; `password`: with a new password of its owner;
 * `token`: the API token that made it was revoked or has expired; `restore`: with all others, when a backup was restored;
 * `operator`: with all others
 */
export const disabledReasons = ['failing', 'gone', 'password', 'token', 'restore', 'operator'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/** `dropped`: its owner may not see what it is about any more */
export const webhookDeliveryStates = ['pending', 'delivered', 'failed', 'dropped'] as const;
export type WebhookDeliveryState = (typeof webhookDeliveryStates)[number];

interface WebhooksTable {
  id: string;
  owner_id: string;
  sees_all: boolean;
  url: string;
  events: WebhookEvent[];
  is_active: boolean;
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_secret_until: OptionalTimestamp;
  created_at: Timestamp;
  disabled_reason: DisabledReason | null;
  disabled_at: OptionalTimestamp;
  failing_since: OptionalTimestamp;
  failures: Generated<number>;
  next_attempt_at: Generated<string>;
  lease_id: string | null;
  leased_until: Generated<string>;
  /** the API token that created it or gave it its address, which may have ended */
  token_id: string | null;
}

interface WebhookDeliveriesTable {
  id: GeneratedAlways<number>;
  webhook_id: string;
  message_id: Generated<string>;
  event: MessageType;
  ticket_id: number | null;
  project_id: number | null;
  details: ColumnType<Record<string, unknown>, string, never>;
  created_at: Timestamp;
  state: Generated<WebhookDeliveryState>;
  is_redelivery: Generated<boolean>;
  body: string | null;
  attempts: Generated<number>;
  last_attempt_at: OptionalTimestamp;
  status: number | null;
  duration_ms: number | null;
  answer: string | null;
  error: string | null;
  traceparent: Generated<string | null>;
}
