-- Bots: the global one and those that people connect. A row per distinct bot, whoever connected it.

create table bots (
  -- 48 bits of a hash of its token.
  id           bigint primary key,
  -- Empty until the identity check has succeeded.
  username     text not null default '',
  -- Why it is not polled: unauthorized, webhook; empty: nothing is wrong.
  problem      text not null default '',
  problem_at   timestamptz(3),
  -- The lease of its one poller. The fence grows with every new owner.
  owner        uuid,
  leased_until timestamptz,
  fence        bigint not null default 0
);

alter table users add column bot_id bigint constraint users_bot references bots;
-- AES-256-GCM under DATA_ENCRYPTION_KEY, bound to the account.
alter table users add column bot_token bytea;
alter table users add column bot_saved_at timestamptz(3);
alter table users add constraint users_bot_is_whole check ((bot_id is null) = (bot_token is null));
create index users_by_bot on users (bot_id) where bot_id is not null;

create table bind_codes (
  code_hash  bytea primary key,
  user_id    uuid not null constraint bind_codes_user references users on delete cascade,
  bot_id     bigint not null constraint bind_codes_bot references bots on delete cascade,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at    timestamptz(3)
);
create index bind_codes_by_user on bind_codes (user_id);
-- When a token was asked for: a mail that was delayed must not void what was asked for after it.
alter table reset_tokens add column requested_at timestamptz(3);
update reset_tokens set requested_at = created_at;
alter table reset_tokens alter column requested_at set not null;

create index bind_codes_expired on bind_codes (expires_at);

-- Updates that were handled: the messenger repeats what was not confirmed to it.
create table bot_updates (
  bot_id     bigint not null constraint bot_updates_bot references bots on delete cascade,
  update_id  bigint not null,
  handled_at timestamptz(3) not null,
  primary key (bot_id, update_id)
);
create index bot_updates_handled on bot_updates (handled_at);
