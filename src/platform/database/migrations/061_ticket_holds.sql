-- Tickets whose work waits for something. The clock for finishing stands still meanwhile.

create table ticket_holds (
  id           bigint generated always as identity primary key,
  ticket_id    integer not null constraint ticket_holds_ticket references tickets on delete cascade,
  reason       text not null constraint ticket_holds_reason check (reason in ('part', 'access', 'quote', 'weather', 'other')),
  note         text not null,
  -- When it ends by itself.
  until        timestamptz(3),
  since        timestamptz(3) not null,
  by_id        uuid constraint ticket_holds_by references users on delete set null,
  -- The name at that time, which stays when the account is deleted.
  by_name      text not null,
  ended_at     timestamptz(3),
  -- changed: by a start, done, cancel or reassign.
  end_reason   text constraint ticket_holds_end_reason check (end_reason in ('until', 'removed', 'replaced', 'changed')),
  -- The end was published to subscribers, or is not to be.
  is_announced boolean not null default false,
  constraint ticket_holds_end check (ended_at >= since),
  constraint ticket_holds_ended check ((ended_at is null) = (end_reason is null))
);
create index ticket_holds_by_ticket on ticket_holds (ticket_id, id);
create unique index ticket_holds_open on ticket_holds (ticket_id) where ended_at is null;
create index ticket_holds_due on ticket_holds (until) where ended_at is null;
create index ticket_holds_to_announce on ticket_holds (id) where ended_at is not null and not is_announced;
create index ticket_holds_by_account on ticket_holds (by_id) where by_id is not null;

-- A start, done, a reassignment and a cancellation end the hold in their transaction.
create function end_ticket_hold() returns trigger language plpgsql as $$
begin
  update ticket_holds set ended_at = greatest(since, least(until, new.updated_at)),
    end_reason = case when until <= new.updated_at then 'until' else 'changed' end
  where ticket_id = new.id and ended_at is null;
  return null;
end $$;

create trigger tickets_end_hold after update of status on tickets
  for each row when (
    old.status in ('assigned', 'in_progress', 'rejected')
    and (old.status <> new.status or old.worker_id is distinct from new.worker_id))
  execute function end_ticket_hold();

-- Deadlines are calculated from the holds, so those that were calculated before are marked as outdated: versions of targets begin with 1.
create function outdate_ticket_deadlines() returns trigger language plpgsql as $$
begin
  update ticket_deadlines set targets_version = 0 where ticket_id = new.ticket_id;
  return null;
end $$;

create trigger ticket_holds_outdate_deadlines after insert or update of ended_at on ticket_holds
  for each row execute function outdate_ticket_deadlines();

create or replace function deadline_inputs(of_ticket integer) returns jsonb language sql stable as $$
  select jsonb_build_object('status', t.status, 'created_at', t.created_at, 'priority', t.priority, 'timezone', target.timezone,
    'working_hours', target.working_hours, 'holidays', target.holidays, 'take_within', target.take_within,
    'finish_within', target.finish_within, 'version', target.version, 'events', (
      select coalesce(jsonb_agg(jsonb_build_object('action', e.action, 'at', e.created_at) order by e.id), '[]')
      from (
        select id, action, created_at from ticket_events
        where ticket_id = t.id and action in ('assigned', 'done', 'rejected', 'confirmed', 'canceled')
        order by id limit 1001
      ) as e), 'holds', (
      select coalesce(jsonb_agg(jsonb_build_object('from', h.since, 'to', coalesce(h.ended_at, h.until)) order by h.id), '[]')
      from ticket_holds as h where h.ticket_id = t.id))
  from tickets as t join project_targets as target on target.project_id = t.project_id
  where t.id = of_ticket
$$;
