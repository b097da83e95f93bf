-- What the numbers are counted from: a row for each entry of the journal that creates, assigns first, rejects, confirms or cancels a
-- ticket. It has the id of the entry and no reference to the ticket, so it stays when retention deletes both. Nor does it reference
-- project or object: a transition would lock them after the ticket, and wait for the deletion of a project that waits for the ticket.
create table ticket_stats (
  event_id     bigint primary key,
  action       ticket_action not null,
  at           timestamptz(3) not null,
  project_id   integer not null,
  object_id    integer not null,
  category     ticket_category not null,
  -- To whom the ticket was assigned then; null after the deletion of the account, too.
  worker_id    uuid,
  had_worker   boolean not null,
  -- From the creation: of `assigned` until then, of `confirmed` until the work was done last.
  seconds      integer,
  -- Of a closed ticket: all its deadlines were met; null: it had none, or they are not calculated yet.
  deadline_met boolean
);
-- Rows are added in the order of time, so an admin's ranges need no larger index.
create index ticket_stats_by_time on ticket_stats using brin (at) with (pages_per_range = 32, autosummarize = on);
create index ticket_stats_by_project on ticket_stats (project_id, at);
create index ticket_stats_by_worker on ticket_stats (worker_id) where worker_id is not null;
alter table ticket_stats set (autovacuum_vacuum_insert_scale_factor = 0.05);

-- A deadline counts when its clock has ended, as `met` and `missed` of GET /ext/tickets do.
create function deadlines_met(deadlines jsonb) returns boolean language sql immutable as $$
  select bool_and(each_one ->> 'stoppedAt' <= each_one ->> 'by')
  from (values (deadlines -> 'take'), (deadlines -> 'finish')) as both_deadlines (each_one)
  where (each_one ->> 'isOver')::boolean
$$;

-- What ticket_stats has of the journal. Filters reach the tables, because the planner inlines it.
create view ticket_stats_of_journal as
select e.id as event_id, e.action, e.created_at as at, t.project_id, t.object_id, t.category,
  case when e.action <> 'created' then t.worker_id end as worker_id,
  e.action <> 'created' and t.worker_id is not null as had_worker,
  case e.action
    when 'assigned' then round(extract(epoch from e.created_at - t.created_at))::integer
    when 'confirmed' then round(extract(epoch from t.done_at - t.created_at))::integer
  end as seconds,
  case when e.to_status = 'closed' then (
    select deadlines_met(d.deadlines) from ticket_deadlines as d where d.ticket_id = t.id and d.status = 'closed'
  ) end as deadline_met,
  e.ticket_id
from ticket_events as e join tickets as t on t.id = e.ticket_id
where e.action in ('created', 'rejected', 'confirmed', 'canceled') or (e.action = 'assigned' and e.from_status = 'new');

create function add_ticket_stats() returns trigger language plpgsql as $$
begin
  insert into ticket_stats (event_id, action, at, project_id, object_id, category, worker_id, had_worker, seconds)
  select new.id, new.action, new.created_at, t.project_id, t.object_id, t.category,
    case when new.action <> 'created' then t.worker_id end, new.action <> 'created' and t.worker_id is not null,
    case new.action
      when 'assigned' then round(extract(epoch from new.created_at - t.created_at))::integer
      when 'confirmed' then round(extract(epoch from t.done_at - t.created_at))::integer
    end
  from tickets as t where t.id = new.ticket_id
  on conflict (event_id) do nothing; -- rows of a backup, whose entries are inserted again
  return null;
end $$;

create trigger ticket_events_add_stats after insert on ticket_events for each row
  when (new.action in ('created', 'rejected', 'confirmed', 'canceled') or (new.action = 'assigned' and new.from_status = 'new'))
  execute function add_ticket_stats();

-- Deadlines are calculated after the transition: a ticket counts as met or missed when the row of the closed ticket is written.
create function add_deadline_stats() returns trigger language plpgsql as $$
begin
  update ticket_stats set deadline_met = deadlines_met(new.deadlines)
  where event_id = any(array(select id from ticket_events where ticket_id = new.ticket_id and to_status = 'closed' and action in ('confirmed', 'canceled')));
  return null;
end $$;

create trigger ticket_deadlines_add_stats after insert or update of status, deadlines on ticket_deadlines for each row
  when (new.status = 'closed') execute function add_deadline_stats();

create function remove_worker_of_stats() returns trigger language plpgsql as $$
begin
  update ticket_stats set worker_id = null where worker_id = old.id;
  return null;
end $$;

create trigger users_remove_from_stats after delete on users for each row
  when (old.role = 'worker') execute function remove_worker_of_stats();

insert into ticket_stats (event_id, action, at, project_id, object_id, category, worker_id, had_worker, seconds, deadline_met)
select event_id, action, at, project_id, object_id, category, worker_id, had_worker, seconds, deadline_met
from ticket_stats_of_journal order by event_id;
