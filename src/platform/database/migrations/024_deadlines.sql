-- When tickets have to be taken and finished.

-- What the owner of a project has set; without a row: nothing.
create table project_targets (
  project_id    integer primary key constraint project_targets_project references projects on delete cascade,
  timezone      text not null,
  -- {"mon": ["08:00", "17:00"]}; null: around the clock
  working_hours jsonb,
  holidays      jsonb not null,
  -- Minutes of working time by priority: {"high": 60}
  take_within   jsonb not null,
  finish_within jsonb not null,
  -- There is at least one target.
  has_targets   boolean not null,
  -- Counts the changes; the deadlines of open tickets are calculated again for each.
  version       integer not null,
  changed_at    timestamptz(3) not null,
  applied       integer not null default 0
);
create index project_targets_to_apply on project_targets (project_id) where applied < version;

-- Calculated by src/product/deadlines/deadline.ts from the journal and the targets, for tickets of projects with targets.
create table ticket_deadlines (
  ticket_id       integer primary key constraint ticket_deadlines_ticket references tickets on delete cascade,
  -- Of the ticket and of the targets when it was calculated.
  status          ticket_status not null,
  targets_version integer not null,
  -- {"take": {"soonAt", "by", "stoppedAt", "isOver"}, "finish": the same}, each or null. One value, because it is only read as a whole.
  deadlines       jsonb not null,
  -- The earlier of the two that are open.
  due_at          timestamptz(3),
  -- The steps that people were told about, and when the next one comes.
  notified_steps      text[] not null,
  next_step_at    timestamptz(3)
);
create index ticket_deadlines_due on ticket_deadlines (due_at, ticket_id) where due_at is not null;
create index ticket_deadlines_steps on ticket_deadlines (next_step_at) where next_step_at is not null;

-- What deadlines are calculated from. A function, because a sub-select would be prepared for execution with each list, which
-- needs it for hardly any ticket.
create function deadline_inputs(of_ticket integer) returns jsonb language sql stable as $$
  select jsonb_build_object('status', t.status, 'created_at', t.created_at, 'priority', t.priority, 'timezone', target.timezone,
    'working_hours', target.working_hours, 'holidays', target.holidays, 'take_within', target.take_within,
    'finish_within', target.finish_within, 'version', target.version, 'events', (
      select coalesce(jsonb_agg(jsonb_build_object('action', e.action, 'at', e.created_at) order by e.id), '[]')
      from ticket_events as e
      where e.ticket_id = t.id and e.action in ('assigned', 'done', 'rejected', 'confirmed', 'canceled')))
  from tickets as t join project_targets as target on target.project_id = t.project_id
  where t.id = of_ticket
$$;
