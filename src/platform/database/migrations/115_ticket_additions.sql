-- Whether a ticket has, or once had, one of those things that only few tickets have: lists look them up for these tickets only,
-- which saves a look into six tables for each of the others. Nobody resets it: a ticket that had a tag is looked up for nothing.
alter table ticket_summaries add column has_additions boolean not null default false;

create function mark_ticket_with_additions() returns trigger language plpgsql as $$
begin
  insert into ticket_summaries as s (ticket_id, has_additions) values (new.ticket_id, true)
  on conflict (ticket_id) do update set has_additions = true where not s.has_additions;
  return null;
end $$;

create trigger ticket_tags_mark after insert on ticket_tags for each row execute function mark_ticket_with_additions();
create trigger ticket_appointments_mark after insert on ticket_appointments for each row execute function mark_ticket_with_additions();
create trigger ticket_equipment_mark after insert on ticket_equipment for each row execute function mark_ticket_with_additions();
create trigger ticket_checklists_mark after insert on ticket_checklists for each row execute function mark_ticket_with_additions();
create trigger ticket_costs_mark after insert on ticket_costs for each row execute function mark_ticket_with_additions();
create trigger ticket_quotes_mark after insert on ticket_quotes for each row execute function mark_ticket_with_additions();
