-- Wakes the instances when a row is inserted, whichever release or command inserts it. NOTIFY makes the commits of all writers wait for
-- each other, so a connection notifies of a queue at most every 100 ms; the instances look again for some seconds after a notification.

create function notify_work() returns trigger language plpgsql as $$
declare
  setting text := 'callout.notified_' || new.queue;
  at_seconds double precision := extract(epoch from clock_timestamp());
  last_seconds double precision := nullif(current_setting(setting, true), '')::double precision;
begin
  if last_seconds is null or at_seconds not between last_seconds and last_seconds + 0.1 then
    perform set_config(setting, at_seconds::text, false);
    perform pg_notify('callout', 'work ' || new.queue);
  end if;
  return null;
end $$;

create trigger deliveries_notify after insert on deliveries for each row execute function notify_work();
