// Written by `npm run console:types` from docs/openapi.json. Do not edit.

export type ErrorAnswer = { error: string };
export type About = { mail: boolean };
export type MessengerHealth = {
  state: 'ok' | 'off' | 'trouble';
  reason:
    | 'working'
    | 'not_configured'
    | 'unreachable'
    | 'refused'
    | 'webhook'
    | 'unheard'
    | 'failing'
    | 'given_up'
    | 'no_public_url';
  sentence: string;
  bot_username: string;
  bots: number;
  bots_heard: number;
  waiting: number;
  failing: number;
  failure: string;
  last_sent_at: string | null;
};
export type MailHealth = {
  state: 'ok' | 'off' | 'trouble';
  reason: 'working' | 'not_configured' | 'failing' | 'given_up' | 'no_public_url';
  sentence: string;
  waiting: number;
  failing: number;
  failure: string;
  last_sent_at: string | null;
};
export type StorageHealth = {
  state: 'ok' | 'off' | 'trouble';
  reason: 'working' | 'unreachable' | 'undeletable';
  sentence: string;
  kind: 'local' | 's3';
  undeletable: number;
};
export type RetentionHealth = {
  state: 'ok' | 'off' | 'trouble';
  reason: 'working' | 'switched_off' | 'failed' | 'late';
  sentence: string;
  days: number;
  last_run_at: string | null;
  next_run_at: string | null;
};
export type RulesHealth = {
  state: 'ok' | 'off' | 'trouble';
  reason: 'working' | 'failed' | 'late';
  sentence: string;
  last_run_at: string | null;
  next_run_at: string | null;
  due: number;
  blocked: number;
};
export type Health = {
  state: 'ok' | 'trouble';
  checked_at: string;
  messenger: MessengerHealth;
  mail: MailHealth;
  storage: StorageHealth;
  retention: RetentionHealth;
  rules: RulesHealth;
};
export type Login = { email: string; password: string };
export type Profile = {
  id: string;
  email: string;
  name: string;
  phone: string;
  role: 'worker' | 'admin' | 'client';
  is_active: boolean;
  confirmed_at: string | null;
  created_at: string;
};
export type Token = { token: string; expires_in: number; user: Profile };
export type Ok = { ok: boolean };
export type LogoutAll = { ok: boolean; revoked: number };
export type ForgotPassword = { email: string };
export type ResetPassword = { token: string; password: string };
export type CreateUser = { email: string; name: string; password: string; role: 'worker' | 'admin' | 'client'; phone?: string };
export type ProfilePage = { items: Profile[]; total: number; limit: number; offset: number };
export type ChangeUser = { is_active: boolean };
export type PasswordReset = { ok: boolean; token: string; expires_at: string };
export type SetPassword = { password: string };
export type Project = {
  id: number;
  name: string;
  client_id: string;
  client_name: string;
  is_active: boolean;
  created_at: string;
};
export type ProjectPage = { items: Project[]; total: number; limit: number; offset: number };
export type CreateProject = { name: string; client_id?: string };
export type ChangeProject = { name?: string; is_active?: boolean };
export type Building = {
  id: number;
  project_id: number;
  project_name: string;
  name: string;
  address: string;
  is_active: boolean;
  created_at: string;
};
export type BuildingPage = { items: Building[]; total: number; limit: number; offset: number };
export type CreateObject = { name: string; address: string };
export type ChangeObject = { name?: string; address?: string; is_active?: boolean };
export type ProjectWorker = {
  id: string;
  email: string;
  name: string;
  phone: string;
  role: 'worker' | 'admin' | 'client';
  is_active: boolean;
  confirmed_at: string | null;
  created_at: string;
  status: 'invited' | 'active' | 'declined';
  expires_at?: string;
  responded_at?: string;
};
export type ProjectWorkerPage = { items: ProjectWorker[]; total: number; limit: number; offset: number };
export type InviteWorker = { worker_id: string };
export type Invitation = { ok: boolean; status: 'invited'; expires_at: string };
export type ProjectInvitation = {
  project_id: number;
  project_name: string;
  client_name: string;
  invited_by: string;
  invited_by_name: string;
  invited_at: string;
  expires_at: string;
};
export type ProjectInvitationPage = { items: ProjectInvitation[]; total: number; limit: number; offset: number };
export type Ticket = {
  id: number;
  status: 'new' | 'assigned' | 'in_progress' | 'done' | 'confirmed' | 'rejected' | 'closed';
  category: 'electric' | 'plumbing' | 'climate' | 'elevator' | 'other';
  priority: 'low' | 'normal' | 'high';
  description: string;
  floor: string;
  address: string;
  project_id: number;
  project_name: string;
  object_id: number;
  object_name: string;
  client_id: string;
  client_name: string;
  worker_id?: string;
  worker_name?: string;
  assigned_at?: string;
  assigned_by?: string;
  started_at?: string;
  done_at?: string;
  confirmed_at?: string;
  rejected_at?: string;
  closed_at?: string;
  closed_by?: string;
  reject_reason?: string;
  cancel_reason?: string;
  rework_count: number;
  created_at: string;
};
export type TicketPage = { items: Ticket[]; total: number; limit: number; offset: number };
export type Recurrence = { anchor_at: string; period_days: number };
export type CreateTicket = {
  category: 'electric' | 'plumbing' | 'climate' | 'elevator' | 'other';
  description: string;
  object_id: number;
  floor?: string;
  priority?: 'low' | 'normal' | 'high';
  recurring?: Recurrence;
};
export type Workload = {
  worker_id: string;
  worker_name: string;
  open: number;
  assigned: number;
  in_progress: number;
  rejected: number;
  done: number;
};
export type WorkloadPage = { items: Workload[]; total: number; limit: number; offset: number };
export type TicketRecurring = {
  rule_id: number;
  anchor_at: string;
  period_days: number;
  is_active: boolean;
  next_run_at: string;
};
export type TicketDetail = {
  id: number;
  status: 'new' | 'assigned' | 'in_progress' | 'done' | 'confirmed' | 'rejected' | 'closed';
  category: 'electric' | 'plumbing' | 'climate' | 'elevator' | 'other';
  priority: 'low' | 'normal' | 'high';
  description: string;
  floor: string;
  address: string;
  project_id: number;
  project_name: string;
  object_id: number;
  object_name: string;
  client_id: string;
  client_name: string;
  worker_id?: string;
  worker_name?: string;
  assigned_at?: string;
  assigned_by?: string;
  started_at?: string;
  done_at?: string;
  confirmed_at?: string;
  rejected_at?: string;
  closed_at?: string;
  closed_by?: string;
  reject_reason?: string;
  cancel_reason?: string;
  rework_count: number;
  created_at: string;
  recurring?: TicketRecurring;
};
export type TicketEvent = {
  id: number;
  ticket_id: number;
  action: 'created' | 'assigned' | 'started' | 'done' | 'confirmed' | 'rejected' | 'canceled' | 'photo_added' | 'photo_removed';
  from_status: string;
  to_status: 'new' | 'assigned' | 'in_progress' | 'done' | 'confirmed' | 'rejected' | 'closed';
  actor_id: string;
  actor_name: string;
  comment: string;
  created_at: string;
};
export type TicketEventPage = { items: TicketEvent[]; total: number; limit: number; offset: number };
export type AssignWorker = { worker_id: string };
export type WithReason = { reason: string };
export type RecurringRule = {
  id: number;
  project_id: number;
  project_name: string;
  object_id: number;
  object_name: string;
  address: string;
  category: 'electric' | 'plumbing' | 'climate' | 'elevator' | 'other';
  description: string;
  floor: string;
  priority: 'low' | 'normal' | 'high';
  anchor_at: string;
  period_days: number;
  is_active: boolean;
  last_run_at: string | null;
  next_run_at: string;
  client_id: string;
  client_name: string;
  created_by: string;
  created_by_name: string;
  created_at: string;
};
export type RecurringRulePage = { items: RecurringRule[]; total: number; limit: number; offset: number };
export type CreateRule = {
  anchor_at: string;
  category: 'electric' | 'plumbing' | 'climate' | 'elevator' | 'other';
  description: string;
  object_id: number;
  period_days: number;
  floor?: string;
  priority?: 'low' | 'normal' | 'high';
};
export type ChangeRule = {
  anchor_at?: string;
  category?: 'electric' | 'plumbing' | 'climate' | 'elevator' | 'other';
  description?: string;
  floor?: string;
  is_active?: boolean;
  period_days?: number;
  priority?: 'low' | 'normal' | 'high';
};
export type RunResult = { ok: boolean; ticket_id: number };
export type RecurringRun = {
  id: number;
  rule_id: number;
  run_at: string;
  ticket_id: number | null;
  address: string;
  category: 'electric' | 'plumbing' | 'climate' | 'elevator' | 'other';
};
export type RecurringRunPage = { items: RecurringRun[]; total: number; limit: number; offset: number };
export type RuleOutlook = {
  rule_id: number;
  last_run_at: string | null;
  next_run_at: string;
  due: boolean;
  obstacle: 'rule_disabled' | 'project_disabled' | 'object_disabled' | 'previous_ticket_open' | null;
  open_ticket_id: number | null;
  evaluated_every: number;
};
export type MessengerStatus = {
  bot_username: string;
  bound: boolean;
  enabled: boolean;
  has_bot_token: boolean;
  target: string;
  token_configurable: boolean;
};
export type SetTarget = { target: string };
export type BindCode = { code: string; expires_at: string; link: string };
export type SetBot = { token: string };
export type TicketPhoto = {
  id: number;
  ticket_id: number;
  content_type: 'image/jpeg' | 'image/png' | 'image/webp';
  original_name: string;
  size_bytes: number;
  uploader_id: string;
  uploader_name: string;
  created_at: string;
  url: string;
};
export type TicketPhotoPage = { items: TicketPhoto[]; total: number; limit: number; offset: number; max_per_ticket: number };

export interface Operations {
  'GET /ping': { answer: { message: string } };
  'GET /db-ping': { answer: { db: string } };
  'GET /ext/about': { answer: About };
  'GET /ext/health': { answer: Health };
  'POST /auth/login': { body: Login; answer: Token };
  'POST /auth/refresh': { answer: Token };
  'POST /auth/logout': { answer: Ok };
  'POST /auth/logout-all': { answer: LogoutAll };
  'GET /auth/me': { answer: Profile };
  'POST /auth/forgot-password': { body: ForgotPassword; answer: Ok };
  'POST /auth/reset-password': { body: ResetPassword; answer: Ok };
  'POST /users': { body: CreateUser; answer: Profile };
  'GET /users': {
    query?: {
      role?: 'worker' | 'admin' | 'client';
      q?: string;
      include_inactive?: '0' | '1';
      limit?: number;
      offset?: number;
      sort?: 'name' | 'created_at' | 'email' | 'id';
      order?: 'asc' | 'desc';
    };
    answer: ProfilePage;
  };
  'GET /ext/unconfirmed': {
    query?: { limit?: number; offset?: number; sort?: 'created_at' | 'name' | 'id'; order?: 'asc' | 'desc' };
    answer: ProfilePage;
  };
  'POST /users/{id}/confirm': { params: { id: string }; answer: Ok };
  'PATCH /users/{id}': { params: { id: string }; body: ChangeUser; answer: Profile };
  'DELETE /users/{id}': { params: { id: string }; answer: Ok };
  'POST /users/{id}/password-reset': { params: { id: string }; answer: PasswordReset };
  'POST /users/{id}/password-set': { params: { id: string }; body: SetPassword; answer: Ok };
  'GET /projects': {
    query?: { client_id?: string; limit?: number; offset?: number; sort?: 'created_at' | 'name' | 'id'; order?: 'asc' | 'desc' };
    answer: ProjectPage;
  };
  'POST /projects': { body: CreateProject; answer: Project };
  'GET /ext/projects': {
    query?: {
      q?: string;
      client_id?: string;
      limit?: number;
      offset?: number;
      sort?: 'name' | 'created_at' | 'id';
      order?: 'asc' | 'desc';
    };
    answer: ProjectPage;
  };
  'GET /projects/{id}': { params: { id: number }; answer: Project };
  'PATCH /projects/{id}': { params: { id: number }; body: ChangeProject; answer: Project };
  'DELETE /projects/{id}': { params: { id: number }; answer: Ok };
  'GET /projects/{id}/objects': {
    params: { id: number };
    query?: { limit?: number; offset?: number; sort?: 'name' | 'created_at' | 'id'; order?: 'asc' | 'desc' };
    answer: BuildingPage;
  };
  'POST /projects/{id}/objects': { params: { id: number }; body: CreateObject; answer: Building };
  'GET /ext/objects': {
    query?: {
      q?: string;
      id?: number;
      project_id?: number;
      ready?: '0' | '1';
      limit?: number;
      offset?: number;
      sort?: 'name' | 'created_at' | 'id';
      order?: 'asc' | 'desc';
    };
    answer: BuildingPage;
  };
  'PATCH /objects/{id}': { params: { id: number }; body: ChangeObject; answer: Building };
  'GET /projects/{id}/workers': {
    params: { id: number };
    query?: { limit?: number; offset?: number; sort?: 'name' | 'created_at' | 'email' | 'id'; order?: 'asc' | 'desc' };
    answer: ProjectWorkerPage;
  };
  'POST /projects/{id}/workers': { params: { id: number }; body: InviteWorker; answer: Invitation };
  'DELETE /projects/{id}/workers/{worker_id}': { params: { id: number; worker_id: string }; answer: Ok };
  'POST /projects/{id}/invitation/accept': { params: { id: number }; answer: Ok };
  'POST /projects/{id}/invitation/decline': { params: { id: number }; answer: Ok };
  'GET /invitations': {
    query?: { limit?: number; offset?: number; sort?: 'invited_at' | 'expires_at' | 'project_name'; order?: 'asc' | 'desc' };
    answer: ProjectInvitationPage;
  };
  'GET /tickets': {
    query?: {
      status?: 'new' | 'assigned' | 'in_progress' | 'done' | 'confirmed' | 'rejected' | 'closed';
      category?: 'electric' | 'plumbing' | 'climate' | 'elevator' | 'other';
      priority?: 'low' | 'normal' | 'high';
      client_id?: string;
      worker_id?: string;
      project_id?: number;
      object_id?: number;
      date_from?: string;
      date_to?: string;
      limit?: number;
      offset?: number;
      sort?: 'created_at' | 'priority' | 'id';
      order?: 'asc' | 'desc';
    };
    answer: TicketPage;
  };
  'POST /tickets': { body: CreateTicket; answer: Ticket };
  'GET /ext/workload': {
    query?: { limit?: number; offset?: number; sort?: 'open' | 'name'; order?: 'asc' | 'desc' };
    answer: WorkloadPage;
  };
  'GET /tickets/{id}': { params: { id: number }; answer: TicketDetail };
  'GET /tickets/{id}/events': {
    params: { id: number };
    query?: { limit?: number; offset?: number; sort?: 'id' | 'created_at'; order?: 'asc' | 'desc' };
    answer: TicketEventPage;
  };
  'PATCH /tickets/{id}/assign': { params: { id: number }; body: AssignWorker; answer: Ticket };
  'PATCH /tickets/{id}/take': { params: { id: number }; answer: Ticket };
  'PATCH /tickets/{id}/start': { params: { id: number }; answer: Ticket };
  'PATCH /tickets/{id}/done': { params: { id: number }; answer: Ticket };
  'PATCH /tickets/{id}/confirm': { params: { id: number }; answer: Ticket };
  'PATCH /tickets/{id}/reject': { params: { id: number }; body: WithReason; answer: Ticket };
  'PATCH /tickets/{id}/cancel': { params: { id: number }; body: WithReason; answer: Ticket };
  'GET /recurring': {
    query?: { project_id?: number; limit?: number; offset?: number; sort?: 'created_at' | 'id' | 'date'; order?: 'asc' | 'desc' };
    answer: RecurringRulePage;
  };
  'POST /recurring': { body: CreateRule; answer: RecurringRule };
  'GET /recurring/{id}': { params: { id: number }; answer: RecurringRule };
  'PATCH /recurring/{id}': { params: { id: number }; body: ChangeRule; answer: RecurringRule };
  'DELETE /recurring/{id}': { params: { id: number }; answer: Ok };
  'POST /recurring/{id}/run': { params: { id: number }; answer: RunResult };
  'GET /recurring/{id}/runs': {
    params: { id: number };
    query?: { limit?: number; offset?: number; sort?: 'run_at' | 'id'; order?: 'asc' | 'desc' };
    answer: RecurringRunPage;
  };
  'GET /ext/recurring/{id}/outlook': { params: { id: number }; answer: RuleOutlook };
  'GET /auth/messenger': { answer: MessengerStatus };
  'PUT /auth/messenger': { body: SetTarget; answer: Ok };
  'DELETE /auth/messenger': { answer: Ok };
  'POST /auth/messenger/code': { answer: BindCode };
  'POST /ext/messenger/test': { answer: Ok };
  'POST /auth/messenger/bot': { body: SetBot; answer: Ok };
  'DELETE /auth/messenger/bot': { answer: Ok };
  'GET /tickets/{id}/photos': {
    params: { id: number };
    query?: { limit?: number; offset?: number; sort?: 'id' | 'created_at'; order?: 'asc' | 'desc' };
    answer: TicketPhotoPage;
  };
  'POST /tickets/{id}/photos': { params: { id: number }; body: FormData; answer: TicketPhoto };
  'DELETE /tickets/{id}/photos/{photo_id}': { params: { id: number; photo_id: number }; answer: Ok };
}
