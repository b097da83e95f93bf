-- The dates of the tickets of each 8,192 ids. Ids grow with time, but nothing promises it; a list of some days that is
-- sorted by id or priority begins where an id of those days can be, instead of reading all tickets before them.
create table ticket_id_date_ranges (
  block     integer primary key, -- id / 8192
  first_day date not null,       -- of created_at in UTC; deletions do not narrow a range
  last_day  date not null
);

create function widen_ticket_id_date_ranges() returns trigger language plpgsql as $$
begin
  insert into ticket_id_date_ranges as r (block, first_day, last_day)
  select block, min(day), max(day)
  from (select id / 8192 as block, (created_at at time zone 'UTC')::date as day from added) as days
  -- A conflicting row is locked even when it is not changed, so ranges that are wide enough are left out before.
  where not exists (select from ticket_id_date_ranges as wide where wide.block = days.block and day between first_day and last_day)
  group by block
  order by block
  on conflict (block) do update
  set first_day = least(r.first_day, excluded.first_day), last_day = greatest(r.last_day, excluded.last_day);
  return null;
end $$;
create trigger tickets_widen_date_ranges after insert on tickets
  referencing new table as added for each statement execute function widen_ticket_id_date_ranges();

-- The service never changes a ticket's date; whoever imports or corrects data does.
create function widen_date_range_of_changed_ticket() returns trigger language plpgsql as $$
begin
  insert into ticket_id_date_ranges as r (block, first_day, last_day)
  values (new.id / 8192, (new.created_at at time zone 'UTC')::date, (new.created_at at time zone 'UTC')::date)
  on conflict (block) do update
  set first_day = least(r.first_day, excluded.first_day), last_day = greatest(r.last_day, excluded.last_day);
  return null;
end $$;
create trigger tickets_widen_changed_date_range after update of id, created_at on tickets
  for each row when ((old.id, old.created_at) is distinct from (new.id, new.created_at))
  execute function widen_date_range_of_changed_ticket();
