import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { OptionalTimestamp, Timestamp } from '../../platform/database/tables.ts';
import type { Channel, SendState } from './channels.ts';
import type { NotificationEvent } from './kinds.ts';
import type { NotificationParams } from './params.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    notifications: NotificationsTable;
    notification_sends: NotificationSendsTable;
    notification_preferences: NotificationPreferencesTable;
  }
}

interface NotificationsTable {
  id: GeneratedAlways<number>;
  user_id: string;
  event: NotificationEvent;
  ticket_id: number | null;
  project_id: number | null;
  report_id: string | null;
  document_id: number | null;
  cause: string;
  params: ColumnType<NotificationParams, string, never>;
  created_at: Timestamp;
  read_at: OptionalTimestamp;
}

interface NotificationSendsTable {
  id: GeneratedAlways<number>;
  notification_id: number;
  user_id: string;
  ticket_id: number | null;
  channel: Channel;
  state: SendState;
  reason: Generated<string>;
  /** on the clock of the service */
  due_at: Timestamp;
  decided_at: OptionalTimestamp;
  digest_id: number | null;
}

interface NotificationPreferencesTable {
  user_id: string;
  events: ColumnType<Partial<Record<NotificationEvent, Channel[]>>, string, string>;
  /** local times such as 22:00:00 */
  quiet_from: string | null;
  quiet_to: string | null;
  timezone: Generated<string>;
  urgent_breaks: Generated<boolean>;
  digest_at: string | null;
  mail_key: Generated<string>;
}
