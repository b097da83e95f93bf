-- Workers who hand a ticket back, and when workers are absent.

create table ticket_hand_backs (
  id          bigint generated always as identity primary key,
  ticket_id   integer not null constraint ticket_hand_backs_ticket references tickets on delete cascade,
  worker_id   uuid constraint ticket_hand_backs_worker references users on delete set null,
  -- The name at that time, which stays when the account is deleted.
  worker_name text not null,
  reason      text not null,
  -- Nobody has changed the ticket since: it waits for another worker.
  is_open     boolean not null default true,
  created_at  timestamptz(3) not null
);
create index ticket_hand_backs_by_ticket on ticket_hand_backs (ticket_id, id);
create unique index ticket_hand_backs_open on ticket_hand_backs (ticket_id) where is_open;
create index ticket_hand_backs_by_worker on ticket_hand_backs (worker_id) where worker_id is not null;

-- A start, a reassignment and a cancellation end the hand-back in their transaction.
create function close_hand_back() returns trigger language plpgsql as $$
begin
  update ticket_hand_backs set is_open = false where ticket_id = new.id and is_open;
  return null;
end $$;

create trigger tickets_close_hand_back after update of status on tickets
  for each row when (old.status <> new.status or old.worker_id is distinct from new.worker_id)
  execute function close_hand_back();

create table worker_absences (
  id        bigint generated always as identity primary key,
  worker_id uuid not null constraint worker_absences_worker references users on delete cascade,
  from_date date not null,
  to_date   date not null,
  note      text not null,
  constraint worker_absences_order check (from_date <= to_date)
);
create index worker_absences_by_worker on worker_absences (worker_id, from_date);
