-- Ids grow with time, but nothing promises it. Which days the tickets of each 8,192 ids may be from is
-- kept here, so that a page by id or priority of some days begins to read where those can begin.
create table ticket_spans (
  block     integer primary key, -- id / 8192
  first_day date not null,       -- days of created_at, UTC; what is deleted does not narrow them
  last_day  date not null
);

create function widen_ticket_spans() returns trigger language plpgsql as $$
begin
  insert into ticket_spans as s (block, first_day, last_day)
  select block, min(day), max(day)
  from (select id / 8192 as block, (created_at at time zone 'UTC')::date as day from added) as days
  -- Looked at before, since a row that is in conflict is locked even when it is wide enough.
  where not exists (select from ticket_spans as wide where wide.block = days.block and day between first_day and last_day)
  group by block
  order by block
  on conflict (block) do update
  set first_day = least(s.first_day, excluded.first_day), last_day = greatest(s.last_day, excluded.last_day);
  return null;
end $$;
create trigger tickets_widen_spans after insert on tickets
  referencing new table as added for each statement execute function widen_ticket_spans();

insert into ticket_spans (block, first_day, last_day)
select id / 8192, min((created_at at time zone 'UTC')::date), max((created_at at time zone 'UTC')::date)
from tickets group by 1;
