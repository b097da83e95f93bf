-- Corrections of tickets: which field was changed, from what to what. They are no entries of the journal, whose actions are fixed and
-- whose hash chain covers what happened (docs/decisions/edits.md).

create table ticket_edits (
  id         bigint generated always as identity primary key,
  ticket_id  integer not null constraint ticket_edits_ticket references tickets on delete cascade,
  field      text not null,
  old_value  text not null,
  new_value  text not null,
  actor_id   uuid constraint ticket_edits_actor references users on delete set null,
  -- The name at that time, which stays when the account is deleted.
  actor_name text not null,
  created_at timestamptz(3) not null,
  constraint ticket_edits_change check (old_value <> new_value)
);
create index ticket_edits_by_ticket on ticket_edits (ticket_id, id);
create index ticket_edits_by_actor on ticket_edits (actor_id) where actor_id is not null;

create trigger tickets_index_description after update of description on tickets
  for each row when (old.description is distinct from new.description) execute function index_ticket_with_reason();

-- The numbers of a ticket follow its category, those of the past as well; weeks that are summed are recorded as late by their trigger.
create function change_category_of_stats() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  update ticket_stats set category = new.category where event_id = any(array(
    select id from ticket_events
    where ticket_id = new.id and action in ('created', 'assigned', 'rejected', 'confirmed', 'canceled')));
  return null;
end $$;
create trigger tickets_change_category_of_stats after update of category on tickets
  for each row when (old.category is distinct from new.category) execute function change_category_of_stats();

-- No targets have this version: until the deadlines are written again, they are calculated whenever they are read.
create function outdate_deadlines() returns trigger language plpgsql as $$
begin
  update ticket_deadlines set targets_version = -1 where ticket_id = new.id;
  return null;
end $$;
create trigger tickets_outdate_deadlines after update of priority on tickets
  for each row when (old.priority is distinct from new.priority) execute function outdate_deadlines();
