-- Sessions with their device, own passwords, second factor, API tokens and the audit log.

alter table users
  -- The password was chosen by somebody else: at creation, or by an admin.
  add column must_change_password boolean not null default false,
  -- The hash of the last password that somebody else chose, which the owner may not choose again.
  add column other_password_hash  text,
  -- When the owner used a link that was mailed to the address.
  add column email_verified_at    timestamptz(3),
  add column disabled_at          timestamptz(3),
  add column disabled_by          uuid constraint users_disabled_by references users on delete set null,
  -- The names of the accounts in created_by and disabled_by, written when those are deleted; empty before.
  add column created_by_name      text not null default '',
  add column disabled_by_name     text not null default '';
create index users_by_disabler on users (disabled_by) where disabled_by is not null;

-- A session has one row for each of its refresh tokens; at most one of them is not revoked.
alter table refresh_sessions
  add column session_id uuid not null default gen_random_uuid(),
  -- The sign-in, from which the absolute age counts.
  add column started_at timestamptz(3),
  add column ip         text not null default '',
  add column user_agent text not null default '';
update refresh_sessions set started_at = created_at;
alter table refresh_sessions alter column started_at set not null;
create index refresh_sessions_by_session on refresh_sessions (session_id);

-- Tokens that were mailed prove the address when they are used.
alter table reset_tokens add column by_mail boolean not null default false;

create table totp (
  user_id        uuid primary key constraint totp_user references users on delete cascade,
  -- Encrypted if DATA_ENCRYPTION_KEY is set; see src/product/two-factor/secret.ts.
  secret         bytea not null,
  created_at     timestamptz(3) not null,
  -- null until the first code was entered: not asked for at logins.
  confirmed_at   timestamptz(3),
  -- The time step of the last code that was accepted: a code works once.
  last_used_step bigint not null default 0
);

-- A used code is deleted.
create table recovery_codes (
  user_id   uuid not null constraint recovery_codes_user references totp on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

create table api_tokens (
  id           uuid primary key default gen_random_uuid(),
  user_id      uuid not null constraint api_tokens_user references users on delete cascade,
  name         text not null,
  scope        text not null constraint api_tokens_scope check (scope in ('read', 'write')),
  token_hash   bytea not null constraint api_tokens_hash unique,
  created_at   timestamptz(3) not null,
  expires_at   timestamptz(3),
  last_used_at timestamptz(3)
);
create index api_tokens_by_user on api_tokens (user_id, created_at);

-- Security events, which are never changed. Ids have no foreign keys: an event outlives what it is about.
create table audit_events (
  id           bigint generated always as identity primary key,
  at           timestamptz(3) not null,
  event        text not null,
  actor_id     uuid,
  actor_name   text not null,
  subject_type text not null,
  subject_id   text not null,
  subject_name text not null,
  ip           text not null,
  request_id   text not null,
  detail       jsonb not null
);
create index audit_events_by_at on audit_events (at, id);
create index audit_events_by_actor on audit_events (actor_id, at, id) where actor_id is not null;
create index audit_events_by_subject on audit_events (subject_id, at, id);
create index audit_events_by_event on audit_events (event, at, id);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('callout.deletes_expired_audit_events', true) = 'yes' then
    return old;
  end if;
  raise exception 'audit_events is append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_events_append_only before update or delete on audit_events
  for each row execute function refuse_audit_change();
create trigger audit_events_no_truncate before truncate on audit_events
  for each statement execute function refuse_audit_change();

-- The only way to delete: a role without the privilege to delete may call it. Events of the last day stay whatever it
-- asks for, so that nobody who has that role erases what was just done. They are 24 hours in UTC: a calendar day has the
-- length that the time zone of the session gives it.
create function delete_expired_audit_events(before timestamptz, max_rows integer) returns bigint
  language plpgsql security definer set timezone = 'UTC' as $$
declare
  deleted bigint;
begin
  perform set_config('callout.deletes_expired_audit_events', 'yes', true);
  delete from audit_events where id in (
    select id from audit_events where at < least(before, now() - interval '24 hours') order by at, id limit max_rows);
  get diagnostics deleted = row_count;
  perform set_config('callout.deletes_expired_audit_events', '', true);
  return deleted;
end $$;
-- The role of the service is granted it when migrations are applied.
revoke execute on function delete_expired_audit_events from public;
-- Temporary objects come last: a temporary table of this name, with a trigger, would run as the owner of the function.
do $$ begin
  execute format('alter function delete_expired_audit_events set search_path = %I, pg_temp', current_schema());
end $$;
