-- What people are told over their messenger, and files that a storage does not let go of.

-- A numeric chat id or @name; empty: not told anything.
alter table users add column messenger_target text not null default '';
-- Set when the messenger said for good that this chat takes nothing (blocked, deleted); cleared with a new target.
alter table users add column messenger_refused_at timestamptz(3);
create index users_told on users (id) where messenger_target <> '';

-- The end of the last span of waiting that its client was reminded of.
alter table tickets add column reminded_at timestamptz(3);
create index tickets_to_remind on tickets (client_id, (coalesce(reminded_at, created_at))) where status = 'new';

alter table doomed_files add column attempts integer not null default 0;
alter table doomed_files add column failing_since timestamptz(3);
