import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { OptionalTimestamp, Timestamp } from '../../platform/database/tables.ts';
import type { AppointmentAnswer } from '../../product/tickets/appointments/schemas.ts';
import type { EditableField } from '../../product/tickets/edits/schemas.ts';
import type { HoldReason } from '../../product/tickets/holds/schemas.ts';
import type { Channel, NotificationEvent, SendState } from './events.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    notifications: NotificationsTable;
    notification_sends: NotificationSendsTable;
    notification_preferences: NotificationPreferencesTable;
  }
}

/** What a notification says beside its event; names and reasons as they were when it happened. */
export interface NotificationParams {
  /** the first line of the ticket's description */
  title?: string;
  object_name?: string;
  project_name?: string;
  actor_name?: string;
  reason?: string;
  /** the beginning of a comment */
  comment?: string;
  priority?: string;
  /** of a correction: what was changed */
  fields?: EditableField[];
  /** of a notification to a deputy: the client that it acts for */
  principal_id?: string;
  principal_name?: string;
  /** of a deadline: what has to be done, and by when */
  deadline?: 'take' | 'finish';
  by?: string;
  /** what a ticket on hold waits for, and until when */
  hold_reason?: HoldReason;
  until?: string;
  /** of a quote: its sum in minor units */
  amount?: number;
  currency?: string;
  /** of an appointment */
  from?: string;
  to?: string;
  /** of a document: where it is, the last day on which it is valid, and the equipment that it is of */
  object_id?: number;
  expires_on?: string;
  equipment_name?: string;
  /** to a quote, or to an appointment by whoever reported the problem, without an account */
  answer?: AppointmentAnswer | 'approved';
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
