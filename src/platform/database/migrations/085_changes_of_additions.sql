-- Tickets whose equipment, checklist, costs, quotes or way of the worker changed are changed ones, too (079_ticket_changes.sql).

create trigger ticket_equipment_changed_inserted after insert on ticket_equipment
  referencing new table as changed for each statement execute function record_tickets_of_rows();
create trigger ticket_equipment_changed_updated after update on ticket_equipment
  referencing new table as changed for each statement execute function record_tickets_of_rows();
create trigger ticket_equipment_changed_deleted after delete on ticket_equipment
  referencing old table as changed for each statement execute function record_tickets_of_rows();
create trigger ticket_checklist_items_changed_inserted after insert on ticket_checklist_items
  referencing new table as changed for each statement execute function record_tickets_of_rows();
create trigger ticket_checklist_items_changed_updated after update on ticket_checklist_items
  referencing new table as changed for each statement execute function record_tickets_of_rows();
create trigger ticket_checklist_items_changed_deleted after delete on ticket_checklist_items
  referencing old table as changed for each statement execute function record_tickets_of_rows();
create trigger ticket_costs_changed_inserted after insert on ticket_costs
  referencing new table as changed for each statement execute function record_tickets_of_rows();
create trigger ticket_costs_changed_updated after update on ticket_costs
  referencing new table as changed for each statement execute function record_tickets_of_rows();
create trigger ticket_costs_changed_deleted after delete on ticket_costs
  referencing old table as changed for each statement execute function record_tickets_of_rows();
create trigger ticket_quotes_changed_inserted after insert on ticket_quotes
  referencing new table as changed for each statement execute function record_tickets_of_rows();
create trigger ticket_quotes_changed_updated after update on ticket_quotes
  referencing new table as changed for each statement execute function record_tickets_of_rows();
create trigger workers_on_the_way_changed_inserted after insert on workers_on_the_way
  referencing new table as changed for each statement execute function record_tickets_of_rows();
create trigger workers_on_the_way_changed_updated after update on workers_on_the_way
  referencing new table as changed for each statement execute function record_tickets_of_rows();

-- Whether costs are above the limit, and in which currency they are, is said of all tickets of a project.
create trigger project_costs_changed after insert or delete on project_costs
  for each row execute function record_changed_targets();
create trigger project_costs_changed_values after update on project_costs
  for each row when (old.* is distinct from new.*) execute function record_changed_targets();

-- A ticket shows the name of its equipment.
create function record_renamed_equipment() returns trigger language plpgsql as $$
begin
  insert into ticket_changes as c (ticket_id, client_id, xid, client_xid)
  select t.id, t.client_id, pg_current_xact_id(), pg_current_xact_id()
  from tickets as t join ticket_equipment as e on e.ticket_id = t.id where e.equipment_id = new.id order by t.id
  on conflict (ticket_id) do update set xid = excluded.xid, client_xid = excluded.client_xid
  where c.client_xid is distinct from excluded.client_xid or c.xid <> excluded.xid;
  return null;
end $$;
create trigger equipment_changed_name after update of name on equipment
  for each row when (old.name <> new.name) execute function record_renamed_equipment();

-- A ticket of a rule shows the pattern of the rule.
create function record_changed_pattern() returns trigger language plpgsql as $$
begin
  insert into ticket_changes as c (ticket_id, client_id, xid, client_xid)
  select id, client_id, pg_current_xact_id(), pg_current_xact_id()
  from tickets where rule_id = coalesce(new.rule_id, old.rule_id) order by id
  on conflict (ticket_id) do update set xid = excluded.xid, client_xid = excluded.client_xid
  where c.client_xid is distinct from excluded.client_xid or c.xid <> excluded.xid;
  return null;
end $$;
create trigger recurring_patterns_changed after insert or delete on recurring_patterns
  for each row execute function record_changed_pattern();
create trigger recurring_patterns_changed_values after update on recurring_patterns
  for each row when (old.* is distinct from new.*) execute function record_changed_pattern();
