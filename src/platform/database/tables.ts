import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { TicketAction, TicketStatus } from '../../product/tickets/lifecycle.ts';

/** The shapes of the tables, as src/platform/database/migrations makes them. */
export interface Tables {
  users: UsersTable;
  refresh_sessions: RefreshSessionsTable;
  reset_tokens: ResetTokensTable;
  login_networks: LoginNetworksTable;
  rate_limits: RateLimitsTable;
  projects: ProjectsTable;
  objects: ObjectsTable;
  project_workers: ProjectWorkersTable;
  tickets: TicketsTable;
  ticket_events: TicketEventsTable;
  ticket_counts: TicketCountsTable;
  ticket_totals: Omit<TicketCountsTable, 'category' | 'priority'>;
  ticket_closings: { worker_id: string; n: number };
  recurring_rules: RecurringRulesTable;
  recurring_runs: RecurringRunsTable;
  ticket_photos: TicketPhotosTable;
  doomed_files: DoomedFilesTable;
  bots: BotsTable;
  bind_codes: BindCodesTable;
  bot_updates: BotUpdatesTable;
  outcomes: OutcomesTable;
}

export const roles = ['worker', 'admin', 'client'] as const;
export type Role = (typeof roles)[number];

export const memberStatuses = ['invited', 'active', 'declined'] as const;
export type MemberStatus = (typeof memberStatuses)[number];

export const categories = ['electric', 'plumbing', 'climate', 'elevator', 'other'] as const;
export type Category = (typeof categories)[number];

/** In order of urgency, as the database sorts them. */
export const priorities = ['low', 'normal', 'high'] as const;
export type Priority = (typeof priorities)[number];

export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;
export type PhotoType = (typeof photoTypes)[number];

/** Written as a Date, read as the RFC 3339 text that is answered (see open.ts). */
type Moment = ColumnType<string, Date, Date>;
type OptionalMoment = ColumnType<string | null, Date | null | undefined, Date | null>;

interface UsersTable {
  id: Generated<string>;
  email: string;
  email_key: string;
  name: string;
  phone: Generated<string>;
  role: Role;
  password_hash: string;
  token_version: Generated<number>;
  is_active: Generated<boolean>;
  confirmed_at: OptionalMoment;
  created_at: Moment;
  created_by: string | null;
  messenger_target: Generated<string>;
  messenger_refused_at: OptionalMoment;
  bot_id: number | null;
  bot_token: Buffer | null;
  bot_saved_at: OptionalMoment;
  name_folded: GeneratedAlways<string>;
  email_folded: GeneratedAlways<string>;
}

interface RefreshSessionsTable {
  token_hash: Buffer;
  user_id: string;
  created_at: Moment;
  expires_at: Moment;
  revoked_at: OptionalMoment;
}

interface LoginNetworksTable {
  user_id: string;
  network: string;
  last_used_at: Moment;
}

interface ResetTokensTable {
  requested_at: Moment;
  token_hash: Buffer;
  user_id: string;
  created_at: Moment;
  expires_at: Moment;
  used_at: OptionalMoment;
}

interface RateLimitsTable {
  key: Buffer;
  hits: ColumnType<string[], Date[], Date[]>;
  admitted: boolean;
  expires_at: Moment;
}

interface ProjectsTable {
  id: Generated<number>;
  client_id: string;
  name: string;
  is_active: Generated<boolean>;
  created_at: Moment;
  name_folded: GeneratedAlways<string>;
}

interface ObjectsTable {
  id: Generated<number>;
  project_id: number;
  name: string;
  address: string;
  is_active: Generated<boolean>;
  created_at: Moment;
  /** name and address */
  place_folded: GeneratedAlways<string>;
}

interface ProjectWorkersTable {
  project_id: number;
  worker_id: string;
  status: MemberStatus;
  invited_by: string | null;
  invited_by_name: string;
  invited_at: Moment;
  expires_at: OptionalMoment;
  responded_at: OptionalMoment;
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
  assigned_at: OptionalMoment;
  assigned_by: string | null;
  started_at: OptionalMoment;
  done_at: OptionalMoment;
  confirmed_at: OptionalMoment;
  rejected_at: OptionalMoment;
  closed_at: OptionalMoment;
  closed_by: string | null;
  reject_reason: string | null;
  cancel_reason: string | null;
  rework_count: Generated<number>;
  created_at: Moment;
  rule_id: number | null;
  reminded_at: OptionalMoment;
}

interface RecurringRulesTable {
  id: Generated<number>;
  project_id: number;
  object_id: number;
  client_id: string;
  address: string;
  category: Category;
  priority: Priority;
  description: string;
  floor: string;
  anchor_at: Moment;
  period_days: number;
  is_active: Generated<boolean>;
  last_run_at: OptionalMoment;
  next_run_at: Moment;
  created_by: string | null;
  created_by_name: string;
  created_at: Moment;
}

interface RecurringRunsTable {
  id: Generated<number>;
  rule_id: number;
  run_at: Moment;
  ticket_id: number | null;
  address: string;
  category: Category;
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
  created_at: Moment;
}

interface TicketPhotosTable {
  id: Generated<number>;
  ticket_id: number;
  storage_key: string;
  content_type: PhotoType;
  original_name: string;
  size_bytes: number;
  uploader_id: string | null;
  uploader_name: string;
  created_at: Moment;
}

interface DoomedFilesTable {
  storage_key: string;
  remove_after: Moment;
  attempts: Generated<number>;
  failing_since: OptionalMoment;
}

interface BotsTable {
  id: number;
  username: Generated<string>;
  problem: Generated<string>;
  problem_at: OptionalMoment;
  owner: string | null;
  leased_until: OptionalMoment;
  fence: Generated<number>;
}

interface BindCodesTable {
  code_hash: Buffer;
  user_id: string;
  bot_id: number;
  created_at: Moment;
  expires_at: Moment;
  used_at: OptionalMoment;
}

interface BotUpdatesTable {
  bot_id: number;
  update_id: number;
  handled_at: Moment;
}

interface OutcomesTable {
  work: string;
  succeeded_at: OptionalMoment;
  failed_at: OptionalMoment;
}

interface TicketCountsTable {
  client_id: string;
  status: TicketStatus;
  category: Category;
  priority: Priority;
  n: number;
}
