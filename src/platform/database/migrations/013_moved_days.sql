-- Nothing in the service gives a ticket another day, but whoever brings or corrects data does: its span follows.
create function widen_span_of_moved() returns trigger language plpgsql as $$
begin
  insert into ticket_spans as s (block, first_day, last_day)
  values (new.id / 8192, (new.created_at at time zone 'UTC')::date, (new.created_at at time zone 'UTC')::date)
  on conflict (block) do update
  set first_day = least(s.first_day, excluded.first_day), last_day = greatest(s.last_day, excluded.last_day);
  return null;
end $$;
create trigger tickets_widen_span_of_moved after update of id, created_at on tickets
  for each row when ((old.id, old.created_at) is distinct from (new.id, new.created_at))
  execute function widen_span_of_moved();

-- What was moved before.
insert into ticket_spans as s (block, first_day, last_day)
select id / 8192, min((created_at at time zone 'UTC')::date), max((created_at at time zone 'UTC')::date)
from tickets group by 1
on conflict (block) do update
set first_day = least(s.first_day, excluded.first_day), last_day = greatest(s.last_day, excluded.last_day)
where (s.first_day, s.last_day) is distinct from
  (least(s.first_day, excluded.first_day), greatest(s.last_day, excluded.last_day));
