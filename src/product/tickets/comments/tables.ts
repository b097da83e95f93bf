import type { Generated, GeneratedAlways } from 'kysely';
import type { Timestamp } from '../../../platform/database/tables.ts';
import type { Role } from '../../../platform/security/roles.ts';

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    ticket_comments: TicketCommentsTable;
  }
}

interface TicketCommentsTable {
  id: GeneratedAlways<number>;
  ticket_id: number;
  author_id: string | null;
  author_name: string;
  author_role: Role;
  text: string;
  /** only for those who read internal comments (visibility.ts) */
  is_internal: Generated<boolean>;
  /** those who reported the ticket without an account read it */
  to_reporter: Generated<boolean>;
  /** its reporter is the author, whatever author_role says */
  report_id: string | null;
  created_at: Timestamp;
}
