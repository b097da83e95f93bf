-- A project is deleted in batches within one transaction. Counting each batch would lock the counters of its client and
-- of its workers until the commit, and with them every other write of theirs. So that transaction sets
-- callout.defer_ticket_counts, adds up what it deletes, and calls subtract_ticket_counts once, right before its commit.

create or replace function count_deleted_tickets() returns trigger language plpgsql as $$
begin
  if current_setting('callout.defer_ticket_counts', true) = 'on' then
    return null;
  end if;
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

create or replace function count_deleted_closings() returns trigger language plpgsql as $$
begin
  if current_setting('callout.defer_ticket_counts', true) = 'on' then
    return null;
  end if;
  insert into ticket_closings as c (worker_id, n)
  select worker_id, -count(*)
  from removed
  where status = 'closed' and worker_id is not null
  group by worker_id
  order by worker_id
  on conflict (worker_id) do update set n = c.n + excluded.n;
  return null;
end $$;

-- In the order of the triggers and of the keys, so that nobody deadlocks with it.
create function subtract_ticket_counts(deleted jsonb) returns void language plpgsql as $$
begin
  insert into ticket_closings as c (worker_id, n)
  select worker_id, -sum(n)
  from jsonb_to_recordset(deleted) as d (worker_id uuid, status ticket_status, n integer)
  where status = 'closed' and worker_id is not null
  group by worker_id
  order by worker_id
  on conflict (worker_id) do update set n = c.n + excluded.n;
  insert into ticket_counts as c (client_id, status, category, priority, n)
  select client_id, status, category, priority, -sum(n)
  from jsonb_to_recordset(deleted) as d
    (client_id uuid, status ticket_status, category ticket_category, priority ticket_priority, n integer)
  group by client_id, status, category, priority
  order by client_id, status, category, priority
  on conflict (client_id, status, category, priority) do update set n = c.n + excluded.n;
  insert into ticket_totals as c (client_id, status, n)
  select client_id, status, -sum(n)
  from jsonb_to_recordset(deleted) as d (client_id uuid, status ticket_status, n integer)
  group by client_id, status
  order by client_id, status
  on conflict (client_id, status) do update set n = c.n + excluded.n;
end $$;
