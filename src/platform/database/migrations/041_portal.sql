-- Reports of people without an account, over a portal that each object can have.

create table object_portals (
  -- Its secret is encrypted for this id, which changes with the secret.
  id           uuid primary key,
  object_id    integer not null constraint object_portals_one_for_object unique
                 constraint object_portals_object references objects on delete cascade,
  -- Of the token in the address of the portal, for look-ups.
  token_hash   bytea not null constraint object_portals_token_hash unique,
  -- The token itself, encrypted with DATA_ENCRYPTION_KEY if there is one: labels are printed again.
  token_secret bytea not null,
  created_at   timestamptz(3) not null
);

create table portal_reports (
  -- Random, because whoever has it reads the state of the report.
  id              uuid primary key,
  object_id       integer not null constraint portal_reports_object references objects on delete cascade,
  status          text not null default 'open'
                    constraint portal_reports_status check (status in ('open', 'accepted', 'merged', 'dismissed')),
  text            text not null,
  category        ticket_category,
  floor           text not null,
  -- How the reporter can be reached, as they wrote it.
  contact         text not null,
  ticket_id       integer constraint portal_reports_ticket references tickets on delete cascade,
  -- Why it was dismissed, for the reporter.
  reason          text not null default '',
  decided_by      uuid constraint portal_reports_decided_by references users on delete set null,
  -- The name at that time, which stays when the account is deleted.
  decided_by_name text not null default '',
  decided_at      timestamptz(3),
  created_at      timestamptz(3) not null,
  constraint portal_reports_has_ticket check ((status in ('accepted', 'merged')) = (ticket_id is not null)),
  constraint portal_reports_decided check ((status = 'open') = (decided_at is null))
);
create index portal_reports_by_object on portal_reports (object_id, created_at, id);
create index portal_reports_open on portal_reports (object_id) where status = 'open';
create index portal_reports_by_created on portal_reports (created_at, id) include (status);
create index portal_reports_by_ticket on portal_reports (ticket_id) where ticket_id is not null;
create index portal_reports_by_decider on portal_reports (decided_by) where decided_by is not null;
create index portal_reports_dismissed on portal_reports (decided_at) where status = 'dismissed';

-- Photos of reports that no ticket has yet: accepting a report makes them attachments, which keep the stored file.
create table portal_report_photos (
  id            integer generated always as identity primary key,
  report_id     uuid not null constraint portal_report_photos_report references portal_reports on delete cascade,
  -- 128 random bits in hex, never part of a response.
  storage_key   text not null constraint portal_report_photos_storage_key unique,
  content_type  text not null constraint portal_report_photos_type check (content_type in ('image/jpeg', 'image/png', 'image/webp')),
  original_name text not null,
  size_bytes    integer not null constraint portal_report_photos_size check (size_bytes > 0),
  created_at    timestamptz(3) not null
);
create index portal_report_photos_by_report on portal_report_photos (report_id, id);

create function schedule_report_file_deletions() returns trigger language plpgsql as $$
begin
  insert into pending_file_deletions (storage_key, delete_after)
  select r.storage_key, '-infinity' from removed as r
  where not exists (select from ticket_attachments as a where a.storage_key = r.storage_key);
  return null;
end $$;
create trigger portal_report_photos_deleted after delete on portal_report_photos
  referencing old table as removed for each statement execute function schedule_report_file_deletions();

create or replace view stored_files as
  select 'photo' as kind, id, storage_key, size_bytes, created_at from ticket_photos
  union all
  select 'attachment', id, storage_key, size_bytes, created_at from ticket_attachments
  union all
  select 'report-photo', id, storage_key, size_bytes, created_at from portal_report_photos;

-- What people are told of a report goes with it.
alter table notifications add column report_id uuid constraint notifications_report references portal_reports on delete cascade;
create index notifications_by_report on notifications (report_id) where report_id is not null;
