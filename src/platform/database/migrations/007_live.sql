-- Whoever looks at tickets is told which of them changed; src/live passes it on to those who may know.
-- Each journal entry tells: a transaction's notices go out when it commits, and never without it.
create function tell_of_tickets() returns trigger language plpgsql as $$
declare
  told text;
begin
  -- `12` changed, `12n` is free no longer. A notice holds 8,000 bytes: many at once mean any.
  select case when count(*) > 400 then '*' else string_agg(distinct ticket_id || case from_status when 'new' then 'n' else '' end, ',') end
  into told
  from added;
  if told is not null then
    perform pg_notify('callout', 'tickets:' || told);
  end if;
  return null;
end $$;
create trigger ticket_events_told after insert on ticket_events
  referencing new table as added for each statement execute function tell_of_tickets();
