-- What people are told about their tickets and invitations.

-- The inbox of the console. One row per person and cause, whatever is repeated.
create table notifications (
  id         bigint generated always as identity primary key,
  user_id    uuid not null constraint notifications_user references users on delete cascade,
  event      text not null,
  ticket_id  integer constraint notifications_ticket references tickets on delete cascade,
  -- Of an invitation.
  project_id integer constraint notifications_project references projects on delete cascade,
  -- What happened, such as the entry of the journal.
  cause      text not null,
  -- Names and reasons as they were then.
  params     jsonb not null,
  created_at timestamptz(3) not null,
  read_at    timestamptz(3),
  constraint notifications_once unique (user_id, cause)
);
create index notifications_newest on notifications (user_id, id desc);
create index notifications_unread on notifications (user_id) where read_at is null;
create index notifications_by_ticket on notifications (ticket_id);
create index notifications_by_project on notifications (project_id) where project_id is not null;
create index notifications_by_age on notifications (created_at);

-- What each channel does with a notification: only for channels that the person has turned on for its event.
create table notification_sends (
  id              bigint generated always as identity primary key,
  notification_id bigint not null constraint notification_sends_notification references notifications on delete cascade,
  user_id         uuid not null constraint notification_sends_user references users on delete cascade,
  ticket_id       integer,
  channel         text not null,
  state           text not null constraint notification_sends_state
                    check (state in ('waiting', 'queued', 'sent', 'dropped', 'failed')),
  -- Why it waits, was dropped or failed.
  reason          text not null default '',
  -- On the clock of the service.
  due_at          timestamptz(3) not null,
  decided_at      timestamptz(3),
  -- The send whose message tells this one, too: a digest.
  digest_id       bigint,
  constraint notification_sends_once unique (notification_id, channel)
);
create index notification_sends_due on notification_sends (due_at) where state = 'waiting';
create index notification_sends_by_user on notification_sends (user_id);
create index notification_sends_waiting on notification_sends (user_id, channel, ticket_id) where state = 'waiting';
create index notification_sends_queued on notification_sends (user_id, channel, id) where state = 'queued';
create index notification_sends_by_digest on notification_sends (digest_id) where digest_id is not null;

-- What people have turned on; without a row: nothing.
create table notification_preferences (
  user_id       uuid primary key constraint notification_preferences_user references users on delete cascade,
  -- The channels of each event: {"ticket_done": ["email", "messenger"]}
  events        jsonb not null default '{}',
  -- Local times; both or none.
  quiet_from    time(0),
  quiet_to      time(0),
  timezone      text not null default 'UTC',
  urgent_breaks boolean not null default true,
  -- Local time of the daily digest; null: none.
  digest_at     time(0),
  -- In the links of mails that end them without a sign-in.
  mail_key      uuid not null default gen_random_uuid() constraint notification_preferences_mail_key unique,
  constraint notification_preferences_quiet_hours check ((quiet_from is null) = (quiet_to is null))
);
