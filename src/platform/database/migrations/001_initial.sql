-- Accounts, projects, objects, membership, tickets and their journal.
-- Constraints carry names because src/platform/http/constraints.ts turns them into answers.
-- Timestamps keep milliseconds: what is answered is exactly what is stored.

create type user_role as enum ('worker', 'admin', 'client');
create type member_status as enum ('invited', 'active', 'declined');
create type ticket_status as enum ('new', 'assigned', 'in_progress', 'done', 'confirmed', 'rejected', 'closed');
create type ticket_category as enum ('electric', 'plumbing', 'climate', 'elevator', 'other');
-- The order of the values is the order of urgency, so that sorting needs no mapping.
create type ticket_priority as enum ('low', 'normal', 'high');
create type ticket_action as enum
  ('created', 'assigned', 'started', 'done', 'confirmed', 'rejected', 'canceled', 'photo_added', 'photo_removed');

-- Accounts ------------------------------------------------------------------

create table users (
  id            uuid primary key default gen_random_uuid(),
  email         text not null,
  -- The identity of the address, folded by src/platform/lib/email.ts and nowhere else.
  email_key     text not null constraint users_email_key unique,
  name          text not null,
  phone         text not null default '',
  role          user_role not null,
  password_hash text not null,
  -- Raised when the password changes; an access token of an earlier version is void.
  token_version integer not null default 0,
  is_active     boolean not null default true,
  confirmed_at  timestamptz(3),
  created_at    timestamptz(3) not null,
  created_by    uuid constraint users_created_by references users on delete set null
);
create index users_by_role on users (role, id);
create index users_by_creator on users (created_by) where created_by is not null;

create table refresh_sessions (
  token_hash bytea primary key,
  user_id    uuid not null constraint refresh_sessions_user references users on delete cascade,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- Kept after revocation: a token that comes back once more gives its thief away.
  revoked_at timestamptz(3)
);
create index refresh_sessions_by_user on refresh_sessions (user_id);

create table reset_tokens (
  token_hash bytea primary key,
  user_id    uuid not null constraint reset_tokens_user references users on delete cascade,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at    timestamptz(3)
);
create index reset_tokens_by_user on reset_tokens (user_id);

-- Admitted attempts per limit and subject, newest last; see src/http/limits.ts.
create table rate_limits (
  key        bytea primary key,
  hits       timestamptz(3)[] not null,
  admitted   boolean not null,
  expires_at timestamptz(3) not null
);
create index rate_limits_expired on rate_limits (expires_at);

-- Projects, objects, membership ----------------------------------------------

create table projects (
  id         integer generated always as identity primary key,
  client_id  uuid not null constraint projects_client references users,
  name       text not null,
  is_active  boolean not null default true,
  created_at timestamptz(3) not null,
  constraint projects_name unique (client_id, name),
  constraint projects_owner unique (id, client_id)
);

create table objects (
  id         integer generated always as identity primary key,
  project_id integer not null constraint objects_project references projects,
  name       text not null,
  address    text not null,
  is_active  boolean not null default true,
  created_at timestamptz(3) not null,
  constraint objects_name unique (project_id, name),
  constraint objects_place unique (id, project_id)
);

create table project_workers (
  project_id      integer not null constraint project_workers_project references projects,
  worker_id       uuid not null constraint project_workers_worker references users,
  status          member_status not null,
  invited_by      uuid constraint project_workers_invited_by references users on delete set null,
  invited_by_name text not null,
  invited_at      timestamptz(3) not null,
  -- Set while an invitation waits for its answer, and only then.
  expires_at      timestamptz(3),
  responded_at    timestamptz(3),
  primary key (project_id, worker_id),
  constraint project_workers_open_invitation check ((status = 'invited') = (expires_at is not null)),
  constraint project_workers_answered check ((status = 'invited') = (responded_at is null))
);
create index project_workers_active on project_workers (worker_id) include (project_id) where status = 'active';
create index project_workers_invited on project_workers (worker_id, invited_at) where status = 'invited';
create index project_workers_by_inviter on project_workers (invited_by) where invited_by is not null;

-- Tickets and their journal ---------------------------------------------------

create table tickets (
  id            integer generated always as identity primary key,
  status        ticket_status not null default 'new',
  category      ticket_category not null,
  priority      ticket_priority not null,
  description   text not null,
  floor         text not null default '',
  address       text not null,
  project_id    integer not null,
  object_id     integer not null,
  client_id     uuid not null constraint tickets_client references users,
  worker_id     uuid constraint tickets_worker references users,
  assigned_at   timestamptz(3),
  assigned_by   uuid constraint tickets_assigned_by references users on delete set null,
  started_at    timestamptz(3),
  done_at       timestamptz(3),
  confirmed_at  timestamptz(3),
  rejected_at   timestamptz(3),
  closed_at     timestamptz(3),
  closed_by     uuid constraint tickets_closed_by references users on delete set null,
  reject_reason text,
  cancel_reason text,
  rework_count  integer not null default 0,
  created_at    timestamptz(3) not null,
  -- A ticket lies in its project, and its owner is the project's, for good.
  constraint tickets_place foreign key (object_id, project_id) references objects (id, project_id),
  constraint tickets_owner foreign key (project_id, client_id) references projects (id, client_id),
  -- Makes "assigned to me" and "free" disjoint, on which the worker's list relies.
  constraint tickets_new_is_free check (status <> 'new' or worker_id is null),
  constraint tickets_work_has_worker check (status in ('new', 'closed') or worker_id is not null),
  constraint tickets_closed_is_stamped check ((status = 'closed') = (closed_at is not null))
);
create index tickets_by_client on tickets (client_id, created_at, id) include (status, category, priority, project_id, object_id);
create index tickets_by_worker on tickets (worker_id, created_at, id) where worker_id is not null;
create index tickets_free on tickets (project_id, created_at, id) where status = 'new';
create index tickets_by_created on tickets (created_at, id) include (status, category, priority);
create index tickets_by_project on tickets (project_id, created_at, id);
create index tickets_by_object on tickets (object_id, created_at, id);
create index tickets_by_priority on tickets (priority, id);

create table ticket_events (
  id          bigint generated always as identity primary key,
  ticket_id   integer not null constraint ticket_events_ticket references tickets on delete cascade,
  action      ticket_action not null,
  from_status ticket_status,
  to_status   ticket_status not null,
  actor_id    uuid constraint ticket_events_actor references users on delete set null,
  -- A snapshot: who did it stays readable when the account is gone.
  actor_name  text not null,
  comment     text not null default '',
  created_at  timestamptz(3) not null
);
create index ticket_events_by_ticket on ticket_events (ticket_id, id);

-- Totals ------------------------------------------------------------------------
-- Lists answer exact totals; counting a million rows for each page is out of the
-- question, so the numbers are kept here by the transaction that changes them.

create table ticket_counts (
  client_id uuid not null constraint ticket_counts_client references users on delete cascade,
  status    ticket_status not null,
  category  ticket_category not null,
  priority  ticket_priority not null,
  n         integer not null,
  primary key (client_id, status, category, priority)
) with (fillfactor = 50);

-- The three functions add differences in the order of the key, so that two
-- transactions that touch the same counters can wait for each other, never deadlock.

create function count_inserted_tickets() returns trigger language plpgsql as $$
begin
  insert into ticket_counts as c (client_id, status, category, priority, n)
  select client_id, status, category, priority, count(*)
  from added
  group by client_id, status, category, priority
  order by client_id, status, category, priority
  on conflict (client_id, status, category, priority) do update set n = c.n + excluded.n;
  return null;
end $$;

create function count_updated_tickets() returns trigger language plpgsql as $$
begin
  insert into ticket_counts as c (client_id, status, category, priority, n)
  select client_id, status, category, priority, sum(change)
  from (
    select client_id, status, category, priority, 1 as change from added
    union all
    select client_id, status, category, priority, -1 from removed
  ) as changes
  group by client_id, status, category, priority
  having sum(change) <> 0
  order by client_id, status, category, priority
  on conflict (client_id, status, category, priority) do update set n = c.n + excluded.n;
  return null;
end $$;

create function count_deleted_tickets() returns trigger language plpgsql as $$
begin
  insert into ticket_counts as c (client_id, status, category, priority, n)
  select client_id, status, category, priority, -count(*)
  from removed
  group by client_id, status, category, priority
  order by client_id, status, category, priority
  on conflict (client_id, status, category, priority) do update set n = c.n + excluded.n;
  return null;
end $$;

create trigger tickets_count_inserted after insert on tickets
  referencing new table as added for each statement execute function count_inserted_tickets();
create trigger tickets_count_updated after update on tickets
  referencing new table as added old table as removed for each statement execute function count_updated_tickets();
create trigger tickets_count_deleted after delete on tickets
  referencing old table as removed for each statement execute function count_deleted_tickets();

-- Index-only scans need a fresh visibility map; the defaults wait for a fifth of the table.
alter table tickets set (
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02
);
alter table ticket_events set (autovacuum_vacuum_insert_scale_factor = 0.05);
