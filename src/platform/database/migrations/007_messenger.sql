-- Messages to chats: bots, the chats of accounts, reminders.

-- One row for each bot, whichever accounts use it.
create table bots (
  -- 48 bits of a hash of the token.
  id           bigint primary key,
  -- Empty until the messenger has accepted the token.
  username     text not null default '',
  -- Why the bot is not polled: unauthorized, webhook; empty: it is.
  problem      text not null default '',
  problem_at   timestamptz(3),
  -- The lease of the one instance that polls it. The fence grows with each new owner.
  owner        uuid,
  leased_until timestamptz,
  fence        bigint not null default 0
);

alter table users
  -- A numeric chat id or @name; empty: no messages.
  add column messenger_target     text not null default '',
  -- Set when the messenger refused this chat for good (blocked, deleted); cleared with a new target.
  add column messenger_refused_at timestamptz(3),
  add column bot_id               bigint constraint users_bot references bots,
  -- AES-256-GCM under DATA_ENCRYPTION_KEY, bound to the account.
  add column bot_token            bytea,
  add column bot_saved_at         timestamptz(3),
  add constraint users_bot_is_whole check ((bot_id is null) = (bot_token is null));
create index users_told on users (id) where messenger_target <> '';
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
create index bind_codes_expired on bind_codes (expires_at);

-- Updates that were handled: the messenger repeats those that were not confirmed to it.
create table bot_updates (
  bot_id     bigint not null constraint bot_updates_bot references bots on delete cascade,
  update_id  bigint not null,
  handled_at timestamptz(3) not null,
  primary key (bot_id, update_id)
);
create index bot_updates_handled on bot_updates (handled_at);

-- Until when the client of a ticket that stays in status new has been reminded.
alter table tickets add column reminded_at timestamptz(3);
create index tickets_to_remind on tickets (client_id, (coalesce(reminded_at, created_at))) where status = 'new';
