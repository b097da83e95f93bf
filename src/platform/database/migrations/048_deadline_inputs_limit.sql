-- The entries of a journal that deadlines are calculated from are read up to a limit: client and worker can repeat done and reject as
-- often as they like. A ticket with more of them than deadline.ts calculates with (maxClockEvents) has no deadlines.

create or replace function deadline_inputs(of_ticket integer) returns jsonb language sql stable as $$
  select jsonb_build_object('status', t.status, 'created_at', t.created_at, 'priority', t.priority, 'timezone', target.timezone,
    'working_hours', target.working_hours, 'holidays', target.holidays, 'take_within', target.take_within,
    'finish_within', target.finish_within, 'version', target.version, 'events', (
      select coalesce(jsonb_agg(jsonb_build_object('action', e.action, 'at', e.created_at) order by e.id), '[]')
      from (
        select id, action, created_at from ticket_events
        where ticket_id = t.id and action in ('assigned', 'done', 'rejected', 'confirmed', 'canceled')
        order by id limit 1001
      ) as e))
  from tickets as t join project_targets as target on target.project_id = t.project_id
  where t.id = of_ticket
$$;
