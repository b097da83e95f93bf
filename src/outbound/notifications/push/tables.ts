import type { Generated } from 'kysely';
import type { OptionalTimestamp, Timestamp } from '../../../platform/database/tables.ts';

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    push_keys: PushKeysTable;
    push_subscriptions: PushSubscriptionsTable;
    push_receipts: PushReceiptsTable;
  }
}

/** One row. */
interface PushKeysTable {
  id: string;
  is_only: Generated<boolean>;
  public_key: string;
  private_key: Buffer;
  created_at: Timestamp;
}

interface PushSubscriptionsTable {
  id: Generated<string>;
  user_id: string;
  session_id: string;
  endpoint: string;
  p256dh: Buffer;
  auth: Buffer;
  created_at: Timestamp;
  failing_since: OptionalTimestamp;
}

interface PushReceiptsTable {
  notification_id: number;
  subscription_id: string;
}
