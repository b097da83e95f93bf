-- Accounts, their sessions and tokens.
-- Constraints carry names because src/platform/http/constraints.ts turns them into responses.
-- Timestamps keep milliseconds: a response contains exactly what is stored.

create type user_role as enum ('worker', 'admin', 'client');

create table users (
  id            uuid primary key default gen_random_uuid(),
  email         text not null,
  -- The identity of the address, folded by src/platform/lib/email.ts and nowhere else.
  email_key     text not null constraint users_email_key unique,
  name          text not null,
  phone         text not null default '',
  role          user_role not null,
  password_hash text not null,
  -- Raised when the password changes: access tokens of earlier versions become invalid.
  token_version integer not null default 0,
  is_active     boolean not null default true,
  confirmed_at  timestamptz(3),
  created_at    timestamptz(3) not null,
  created_by    uuid constraint users_created_by references users on delete set null,
  -- For searches: lower case as ILIKE folds it under the ICU collation. Folding every row in each search took seconds.
  name_folded   text collate "C" generated always as (lower(name collate "und-x-icu")) stored,
  email_folded  text collate "C" generated always as (lower(email collate "und-x-icu")) stored
);
create index users_by_role on users (role, id);
create index users_by_creator on users (created_by) where created_by is not null;
create index users_unconfirmed on users (created_at, id) where confirmed_at is null;
-- Sorting 100,000 accounts by the ICU collation took 37 ms.
create index users_by_name on users (role, name collate "und-x-icu", id) where is_active;

create table refresh_sessions (
  token_hash bytea primary key,
  user_id    uuid not null constraint refresh_sessions_user references users on delete cascade,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- Kept after revocation: a revoked token that is used again shows that it was stolen.
  revoked_at timestamptz(3)
);
create index refresh_sessions_by_user on refresh_sessions (user_id);

create table reset_tokens (
  token_hash   bytea primary key,
  user_id      uuid not null constraint reset_tokens_user references users on delete cascade,
  -- When the token was asked for: a mail that was delayed must not void tokens that were asked for later.
  requested_at timestamptz(3) not null,
  created_at   timestamptz(3) not null,
  expires_at   timestamptz(3) not null,
  used_at      timestamptz(3)
);
create index reset_tokens_by_user on reset_tokens (user_id);

-- Networks from which an account signed in: failed logins from other networks do not lock it out there.
create table login_networks (
  user_id      uuid not null constraint login_networks_user references users on delete cascade,
  -- An IPv4 address, or the /64 of an IPv6 address; see src/platform/http/client-ip.ts.
  network      text not null,
  last_used_at timestamptz(3) not null,
  primary key (user_id, network)
);
create index login_networks_last_used on login_networks (last_used_at);
