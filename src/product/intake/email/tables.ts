import type { GeneratedAlways } from 'kysely';
import type { Timestamp } from '../../../platform/database/tables.ts';
import type { LeaveReason } from './automatic.ts';

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    intake_messages: IntakeMessagesTable;
  }
}

interface IntakeMessagesTable {
  id: GeneratedAlways<number>;
  /** server, user and folder */
  mailbox: string;
  uid_validity: number;
  uid: number;
  from_address: string;
  /** empty unless nothing was made of the mail */
  subject: string;
  /** why nothing was made of it; null: it became a report or a comment */
  reason: LeaveReason | null;
  at: Timestamp;
}
