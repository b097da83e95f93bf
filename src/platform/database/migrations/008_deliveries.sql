-- Messages and mails that are still to be sent. A row is inserted by the transaction that causes it, deleted when the
-- delivery has been sent, and claimed by one process at a time.

create table deliveries (
  id         bigint generated always as identity primary key,
  queue      text not null,
  payload    jsonb not null,
  -- When the cause happened, by the clock of the service.
  created_at timestamptz not null,
  -- Time of the next attempt, by the clock of the database; while an attempt runs, the end of its visibility timeout.
  due_at     timestamptz not null default now(),
  attempts   integer not null default 0,
  last_error text
);
create index deliveries_due on deliveries (queue, due_at, id);
