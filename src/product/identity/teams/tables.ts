import type { Generated } from 'kysely';
import type { Timestamp } from '../../../platform/database/tables.ts';

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    teams: TeamsTable;
    team_members: TeamMembersTable;
  }
}

interface TeamsTable {
  id: Generated<string>;
  name: string;
  created_at: Timestamp;
}

/** The lead and the members. */
interface TeamMembersTable {
  worker_id: string;
  team_id: string;
  is_lead: boolean;
}
