-- Tickets and their journal.

create type ticket_status as enum ('new', 'assigned', 'in_progress', 'done', 'confirmed', 'rejected', 'closed');
create type ticket_category as enum ('electric', 'plumbing', 'climate', 'elevator', 'other');
-- In the order of urgency, by which lists sort.
create type ticket_priority as enum ('low', 'normal', 'high');
create type ticket_action as enum
  ('created', 'assigned', 'started', 'done', 'confirmed', 'rejected', 'canceled', 'photo_added', 'photo_removed');

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
  -- The object belongs to the project, and the project to the client.
  constraint tickets_place foreign key (object_id, project_id) references objects (id, project_id),
  constraint tickets_owner foreign key (project_id, client_id) references projects (id, client_id),
  -- Makes "assigned to me" and "free" disjoint, on which a worker's list relies.
  constraint tickets_new_is_free check (status <> 'new' or worker_id is null),
  constraint tickets_work_has_worker check (status in ('new', 'closed') or worker_id is not null),
  constraint tickets_closed_is_stamped check ((status = 'closed') = (closed_at is not null))
);

-- Lists and totals read only the index: each includes the columns that filters and orders use. Most include the status, so
-- no change of a status is a HOT update; docs/performance.md has what that costs.
create index tickets_by_client on tickets (client_id, created_at, id) include (status, category, priority, project_id, object_id);
create index tickets_by_worker on tickets (worker_id, created_at, id)
  include (status, category, priority, project_id, object_id, client_id) where worker_id is not null;
create index tickets_free on tickets (project_id, created_at, id)
  include (category, priority, object_id, client_id) where status = 'new';
create index tickets_by_created on tickets (created_at, id) include (status, category, priority);
create index tickets_by_project on tickets (project_id, created_at, id);
create index tickets_by_object on tickets (object_id, created_at, id);
create index tickets_by_priority on tickets (priority, id);
-- A worker's total is worker_closed_counts plus what is neither free nor closed.
create index tickets_in_work on tickets (worker_id, status) where status not in ('new', 'closed');
-- Retention deletes the tickets that were closed first.
create index tickets_closed on tickets (closed_at) where status = 'closed';
-- Deleting an account sets these columns to null.
create index tickets_by_assigner on tickets (assigned_by) where assigned_by is not null;
create index tickets_by_closer on tickets (closed_by) where closed_by is not null;

create table ticket_events (
  id          bigint generated always as identity primary key,
  ticket_id   integer not null constraint ticket_events_ticket references tickets on delete cascade,
  action      ticket_action not null,
  from_status ticket_status,
  to_status   ticket_status not null,
  actor_id    uuid constraint ticket_events_actor references users on delete set null,
  -- The name at that time, which stays when the account is deleted.
  actor_name  text not null,
  comment     text not null default '',
  created_at  timestamptz(3) not null
);
create index ticket_events_by_ticket on ticket_events (ticket_id, id);
create index ticket_events_by_actor on ticket_events (actor_id) where actor_id is not null;

-- Index-only scans need a fresh visibility map: by default autovacuum waits until a fifth of the table has changed.
alter table tickets set (
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02
);
alter table ticket_events set (autovacuum_vacuum_insert_scale_factor = 0.05);
