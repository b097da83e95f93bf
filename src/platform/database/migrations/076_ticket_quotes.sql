-- Quotes for the work on tickets, which their clients answer.

create table ticket_quotes (
  id               bigint generated always as identity primary key,
  ticket_id        integer not null constraint ticket_quotes_ticket references tickets on delete cascade,
  -- [{"kind", "text", "quantity", "unit", "unit_price", "amount"}, ...]
  lines            jsonb not null,
  -- The sum of their amounts, in minor units of the currency of the project.
  total            bigint not null constraint ticket_quotes_total check (total between 0 and 9007199254740991),
  note             text not null,
  -- As it was sent: a day, which is included, or a moment.
  valid_until      text,
  -- When it can be answered no more; null: at any time.
  expires_at       timestamptz(3),
  -- An open one whose time has passed counts as expired, without a job that writes it.
  status           text not null default 'open' constraint ticket_quotes_status
                   check (status in ('open', 'approved', 'declined', 'withdrawn', 'expired')),
  -- Of whoever declined it.
  reason           text not null default '',
  sent_by          uuid constraint ticket_quotes_sent_by references users on delete set null,
  -- The names at that time, which stay when the accounts are deleted.
  sent_by_name     text not null,
  sent_at          timestamptz(3) not null,
  answered_by      uuid constraint ticket_quotes_answered_by references users on delete set null,
  answered_by_name text not null default '',
  ended_at         timestamptz(3),
  constraint ticket_quotes_ended check ((status = 'open') = (ended_at is null)),
  constraint ticket_quotes_validity check ((valid_until is null) = (expires_at is null))
);
create index ticket_quotes_by_ticket on ticket_quotes (ticket_id, id);
create unique index ticket_quotes_open on ticket_quotes (ticket_id) where status = 'open';
create index ticket_quotes_by_sender on ticket_quotes (sent_by) where sent_by is not null;
create index ticket_quotes_by_answerer on ticket_quotes (answered_by) where answered_by is not null;

-- A closed ticket needs no answer any more.
create function expire_ticket_quote() returns trigger language plpgsql as $$
begin
  update ticket_quotes set status = 'expired', ended_at = greatest(sent_at, least(expires_at, new.updated_at))
  where ticket_id = new.id and status = 'open';
  return null;
end $$;

create trigger tickets_expire_quote after update of status on tickets
  for each row when (old.status <> 'closed' and new.status = 'closed')
  execute function expire_ticket_quote();
