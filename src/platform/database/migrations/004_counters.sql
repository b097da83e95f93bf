-- Counters for the totals of lists: counting a million rows for each page would take too long. Triggers keep them in the
-- transaction that changes the tickets. `callout recount` repairs them after a change that ran without triggers.

-- Rows without category and priority are subtotals: an admin's total adds a fifteenth of the rows.
create table ticket_status_counts (
  client_id uuid not null constraint ticket_status_counts_client references users on delete cascade,
  status    ticket_status not null,
  category  ticket_category,
  priority  ticket_priority,
  n         integer not null,
  constraint ticket_status_counts_key unique nulls not distinct (client_id, status, category, priority)
) with (fillfactor = 50);

create index ticket_status_subtotals on ticket_status_counts (client_id, status) include (n) where category is null;

-- The closed tickets of each worker.
create table worker_closed_counts (
  worker_id uuid primary key constraint worker_closed_counts_worker references users on delete cascade,
  n         integer not null
) with (fillfactor = 50);

-- `n` tickets more, or fewer, with these values.
create type ticket_count_change as (
  client_id uuid,
  worker_id uuid,
  status    ticket_status,
  category  ticket_category,
  priority  ticket_priority,
  n         integer
);

-- Adds to the counters in the order of their keys, so that concurrent transactions wait for each other and never deadlock.
create function change_ticket_counts(changes ticket_count_change[]) returns void language plpgsql as $$
begin
  insert into worker_closed_counts as c (worker_id, n)
  select worker_id, sum(n)
  from unnest(changes)
  where status = 'closed' and worker_id is not null
  group by worker_id
  having sum(n) <> 0
  order by worker_id
  on conflict (worker_id) do update set n = c.n + excluded.n;

  insert into ticket_status_counts as c (client_id, status, category, priority, n)
  select client_id, status, category, priority, sum(n)
  from unnest(changes)
  group by grouping sets ((client_id, status, category, priority), (client_id, status))
  having sum(n) <> 0
  order by client_id, status, category, priority
  on conflict (client_id, status, category, priority) do update set n = c.n + excluded.n;
end $$;

-- Counts the rows of one statement: `added` has the new rows, `removed` the old ones. They are not grouped first, which would
-- cost each small write more than it saves; so a statement needs about 160 bytes of memory for each ticket that it updates.
create function count_tickets() returns trigger language plpgsql as $$
declare
  changes ticket_count_change[];
begin
  if tg_op = 'INSERT' then
    select array_agg(row(client_id, worker_id, status, category, priority, 1)::ticket_count_change) into changes from added;
  elsif tg_op = 'UPDATE' then
    select array_agg(change) into changes from (
      select row(client_id, worker_id, status, category, priority, 1)::ticket_count_change from added
      union all
      select row(client_id, worker_id, status, category, priority, -1)::ticket_count_change from removed
    ) as both_rows (change);
  -- A project is deleted in batches within one transaction. Counting each batch would lock the counters of the client and
  -- its workers until the commit, so that transaction calls change_ticket_counts itself, right before the commit.
  elsif current_setting('callout.defer_ticket_counts', true) is distinct from 'on' then
    select array_agg(row(client_id, worker_id, status, category, priority, -1)::ticket_count_change) into changes from removed;
  end if;
  perform change_ticket_counts(changes);
  return null;
end $$;

create trigger tickets_count_inserted after insert on tickets
  referencing new table as added for each statement execute function count_tickets();
create trigger tickets_count_updated after update on tickets
  referencing new table as added old table as removed for each statement execute function count_tickets();
create trigger tickets_count_deleted after delete on tickets
  referencing old table as removed for each statement execute function count_tickets();
