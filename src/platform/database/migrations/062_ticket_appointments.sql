-- When somebody comes for a ticket, and the times that its reporter may choose from.

create table ticket_appointments (
  id          bigint generated always as identity primary key,
  ticket_id   integer not null constraint ticket_appointments_ticket references tickets on delete cascade,
  from_at     timestamptz(3) not null,
  to_at       timestamptz(3) not null,
  note        text not null,
  set_by      uuid constraint ticket_appointments_set_by references users on delete set null,
  -- The name at that time, which stays when the account is deleted.
  set_by_name text not null,
  set_at      timestamptz(3) not null,
  -- Of the person who reported the problem.
  answer      text constraint ticket_appointments_answer check (answer in ('accepted', 'declined')),
  answer_note text not null default '',
  answered_at timestamptz(3),
  ended_at    timestamptz(3),
  -- ticket_canceled: together with the ticket.
  end_reason  text constraint ticket_appointments_end_reason check (end_reason in ('replaced', 'canceled', 'ticket_canceled')),
  -- When the reminder is due; null: there is none, or not any more.
  remind_at   timestamptz(3),
  constraint ticket_appointments_order check (from_at < to_at),
  constraint ticket_appointments_length check (to_at <= from_at + interval '24 hours'),
  constraint ticket_appointments_answered check ((answer is null) = (answered_at is null)),
  constraint ticket_appointments_ended check ((ended_at is null) = (end_reason is null))
);
create index ticket_appointments_by_ticket on ticket_appointments (ticket_id, id);
create unique index ticket_appointments_open on ticket_appointments (ticket_id) where ended_at is null;
create index ticket_appointments_by_time on ticket_appointments (from_at, ticket_id) where ended_at is null;
create index ticket_appointments_to_remind on ticket_appointments (remind_at) where ended_at is null;
create index ticket_appointments_by_account on ticket_appointments (set_by) where set_by is not null;

create table ticket_appointment_offers (
  id              bigint generated always as identity primary key,
  ticket_id       integer not null constraint ticket_appointment_offers_ticket references tickets on delete cascade,
  -- [{"from", "to"}, ...]
  windows         jsonb not null,
  offered_by      uuid constraint ticket_appointment_offers_offered_by references users on delete set null,
  offered_by_name text not null,
  offered_at      timestamptz(3) not null,
  ended_at        timestamptz(3),
  -- withdrawn: by an appointment that somebody set or canceled.
  end_reason      text constraint ticket_appointment_offers_end_reason
                  check (end_reason in ('chosen', 'declined', 'replaced', 'withdrawn', 'ticket_closed')),
  -- Of whoever declined.
  answer_note     text not null default '',
  constraint ticket_appointment_offers_ended check ((ended_at is null) = (end_reason is null))
);
create index ticket_appointment_offers_by_ticket on ticket_appointment_offers (ticket_id, id);
create unique index ticket_appointment_offers_open on ticket_appointment_offers (ticket_id) where ended_at is null;
create index ticket_appointment_offers_by_account on ticket_appointment_offers (offered_by) where offered_by is not null;

-- A closed ticket needs no time any more. The appointment of work that was done stays, as what was agreed.
create function end_ticket_appointment() returns trigger language plpgsql as $$
begin
  update ticket_appointment_offers set ended_at = greatest(offered_at, new.updated_at), end_reason = 'ticket_closed'
  where ticket_id = new.id and ended_at is null;
  if new.cancel_reason is not null then
    update ticket_appointments set ended_at = greatest(set_at, new.updated_at), end_reason = 'ticket_canceled', remind_at = null
    where ticket_id = new.id and ended_at is null;
  end if;
  return null;
end $$;

create trigger tickets_end_appointment after update of status on tickets
  for each row when (old.status <> 'closed' and new.status = 'closed')
  execute function end_ticket_appointment();
