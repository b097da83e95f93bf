-- Projects of clients, their objects (places) and the workers who are members.

create type member_status as enum ('invited', 'active', 'declined');

create table projects (
  id          integer generated always as identity primary key,
  client_id   uuid not null constraint projects_client references users,
  name        text not null,
  is_active   boolean not null default true,
  created_at  timestamptz(3) not null,
  name_folded text collate "C" generated always as (lower(name collate "und-x-icu")) stored,
  constraint projects_name unique (client_id, name),
  constraint projects_owner unique (id, client_id)
);

create table objects (
  id           integer generated always as identity primary key,
  project_id   integer not null constraint objects_project references projects,
  name         text not null,
  address      text not null,
  is_active    boolean not null default true,
  created_at   timestamptz(3) not null,
  -- A word of a search holds no space, so it never matches across name and address.
  name_address_folded text collate "C" generated always as (lower((name || ' ' || address) collate "und-x-icu")) stored,
  constraint objects_name unique (project_id, name),
  constraint objects_place unique (id, project_id)
);
-- Sorting the 10,000 objects of a project by the ICU collation took 20 ms.
create index objects_by_name on objects (project_id, name collate "und-x-icu", id);

create table project_workers (
  project_id      integer not null constraint project_workers_project references projects,
  worker_id       uuid not null constraint project_workers_worker references users,
  status          member_status not null,
  invited_by      uuid constraint project_workers_invited_by references users on delete set null,
  invited_by_name text not null,
  invited_at      timestamptz(3) not null,
  -- Set only while an invitation is open.
  expires_at      timestamptz(3),
  responded_at    timestamptz(3),
  primary key (project_id, worker_id),
  constraint project_workers_open_invitation check ((status = 'invited') = (expires_at is not null)),
  constraint project_workers_answered check ((status = 'invited') = (responded_at is null))
);
create index project_workers_active on project_workers (worker_id) include (project_id) where status = 'active';
create index project_workers_invited on project_workers (worker_id, invited_at) where status = 'invited';
-- Deleting an account looks for its memberships of every status, and for invitations that it sent.
create index project_workers_by_worker on project_workers (worker_id);
create index project_workers_by_inviter on project_workers (invited_by) where invited_by is not null;
