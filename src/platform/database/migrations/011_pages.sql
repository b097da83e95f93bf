-- Pages and totals of a worker find all that they filter and sort by in the index.
create index tickets_of_worker on tickets (worker_id, created_at, id)
  include (status, category, priority, project_id, object_id, client_id) where worker_id is not null;
create index tickets_free_here on tickets (project_id, created_at, id)
  include (category, priority, object_id, client_id) where status = 'new';

-- An admin's total adds the counters of all clients: these are a twelfth of ticket_counts.
create table ticket_totals (
  client_id uuid not null constraint ticket_totals_client references users on delete cascade,
  status    ticket_status not null,
  n         integer not null,
  primary key (client_id, status)
) with (fillfactor = 50);

-- What changes counters changes these, too. By way of a trigger of its own on the counters each
-- difference would come row by row and in no order; so the three functions add once more, again in
-- the order of the key, and always after ticket_counts.

create or replace function count_inserted_tickets() returns trigger language plpgsql as $$
begin
  insert into ticket_counts as c (client_id, status, category, priority, n)
  select client_id, status, category, priority, count(*)
  from added
  group by client_id, status, category, priority
  order by client_id, status, category, priority
  on conflict (client_id, status, category, priority) do update set n = c.n + excluded.n;
  insert into ticket_totals as c (client_id, status, n)
  select client_id, status, count(*) from added group by client_id, status order by client_id, status
  on conflict (client_id, status) do update set n = c.n + excluded.n;
  return null;
end $$;

create or replace function count_updated_tickets() returns trigger language plpgsql as $$
begin
  insert into ticket_counts as c (client_id, status, category, priority, n)
  select client_id, status, category, priority, sum(change)
  from (
    select client_id, status, category, priority, 1 as change from added
    union all
    select client_id, status, category, priority, -1 from removed
  ) as changes
  group by client_id, status, category, priority
  having sum(change) <> 0
  order by client_id, status, category, priority
  on conflict (client_id, status, category, priority) do update set n = c.n + excluded.n;
  insert into ticket_totals as c (client_id, status, n)
  select client_id, status, sum(change)
  from (select client_id, status, 1 as change from added union all select client_id, status, -1 from removed) as changes
  group by client_id, status
  having sum(change) <> 0
  order by client_id, status
  on conflict (client_id, status) do update set n = c.n + excluded.n;
  return null;
end $$;

create or replace function count_deleted_tickets() returns trigger language plpgsql as $$
begin
  insert into ticket_counts as c (client_id, status, category, priority, n)
  select client_id, status, category, priority, -count(*)
  from removed
  group by client_id, status, category, priority
  order by client_id, status, category, priority
  on conflict (client_id, status, category, priority) do update set n = c.n + excluded.n;
  insert into ticket_totals as c (client_id, status, n)
  select client_id, status, -count(*) from removed group by client_id, status order by client_id, status
  on conflict (client_id, status) do update set n = c.n + excluded.n;
  return null;
end $$;

lock table tickets in share row exclusive mode;
insert into ticket_totals (client_id, status, n) select client_id, status, count(*) from tickets group by 1, 2;

-- Last, because readers wait from here on.
drop index tickets_by_worker;
drop index tickets_free;
alter index tickets_of_worker rename to tickets_by_worker;
alter index tickets_free_here rename to tickets_free;
