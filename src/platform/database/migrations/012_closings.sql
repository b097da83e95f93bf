-- A worker's total was counted over all that they ever finished. What is closed is counted here, once, as it
-- closes; what is left for indexes is as much as there is to do.
create table ticket_closings (
  worker_id uuid primary key constraint ticket_closings_worker references users on delete cascade,
  n         integer not null
) with (fillfactor = 50);

-- Tickets close one at a time, so row by row is in order enough, and whoever takes a ticket or starts work
-- pays for no more than the condition. Many are deleted at once: those in the order of the key. By their names
-- the triggers come before those of ticket_counts, as rows come before statements.

create function count_closing() returns trigger language plpgsql as $$
begin
  insert into ticket_closings as c (worker_id, n)
  select worker_id, sum(change)
  from (values (old.worker_id, old.status, -1), (new.worker_id, new.status, 1)) as changes (worker_id, status, change)
  where status = 'closed' and worker_id is not null
  group by worker_id
  order by worker_id
  on conflict (worker_id) do update set n = c.n + excluded.n;
  return null;
end $$;

create function count_deleted_closings() returns trigger language plpgsql as $$
begin
  insert into ticket_closings as c (worker_id, n)
  select worker_id, -count(*)
  from removed
  where status = 'closed' and worker_id is not null
  group by worker_id
  order by worker_id
  on conflict (worker_id) do update set n = c.n + excluded.n;
  return null;
end $$;

create trigger tickets_closing_inserted after insert on tickets
  for each row when (new.status = 'closed') execute function count_closing();
create trigger tickets_closing_updated after update on tickets
  for each row when ('closed' in (old.status, new.status) and (old.status, old.worker_id) is distinct from (new.status, new.worker_id))
  execute function count_closing();
create trigger tickets_closing_deleted after delete on tickets
  referencing old table as removed for each statement execute function count_deleted_closings();

insert into ticket_closings (worker_id, n)
select worker_id, count(*) from tickets where status = 'closed' and worker_id is not null group by worker_id;

-- Whatever is neither free nor closed, a status that no transition leads to included: the rest of a total.
create index tickets_under_way on tickets (worker_id, status) where status not in ('new', 'closed');
drop index tickets_in_work;
alter index tickets_under_way rename to tickets_in_work;
