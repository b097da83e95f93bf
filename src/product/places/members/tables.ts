import type { OptionalTimestamp, Timestamp } from '../../../platform/database/tables.ts';

export const memberStatuses = ['invited', 'active', 'declined'] as const;
export type MemberStatus = (typeof memberStatuses)[number];

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    project_workers: ProjectWorkersTable;
  }
}

interface ProjectWorkersTable {
  project_id: number;
  worker_id: string;
  status: MemberStatus;
  invited_by: string | null;
  invited_by_name: string;
  invited_at: Timestamp;
  expires_at: OptionalTimestamp;
  responded_at: OptionalTimestamp;
}
