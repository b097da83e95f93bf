-- The counters of a changed ticket are updated one by one: `insert ... on conflict` over tables of all changed rows took half as long
-- again, and wrote a lock of each counter to the WAL before its change.

-- Adds to one counter. @param of_category null: the subtotal of the status
create function add_to_ticket_count(
  of_client uuid, of_status ticket_status, of_category ticket_category, of_priority ticket_priority, change integer
) returns void language plpgsql as $$
begin
  if of_category is null then
    update ticket_status_counts set n = n + change where client_id = of_client and status = of_status and category is null;
  else
    update ticket_status_counts set n = n + change
    where client_id = of_client and status = of_status and category = of_category and priority = of_priority;
  end if;
  if not found then
    insert into ticket_status_counts as c (client_id, status, category, priority, n)
    values (of_client, of_status, of_category, of_priority, change)
    on conflict (client_id, status, category, priority) do update set n = c.n + excluded.n;
  end if;
end $$;

-- In the order in which change_ticket_counts() locks counters. A statement that changes several tickets locks them in the order of its
-- rows; the service changes one ticket with each.
create function count_changed_ticket() returns trigger language plpgsql as $$
declare
  changes_status constant boolean := old.status <> new.status;
begin
  if old.client_id <> new.client_id or old.status = 'closed' then
    perform change_ticket_counts(array[
      row(old.client_id, old.worker_id, old.status, old.category, old.priority, -1),
      row(new.client_id, new.worker_id, new.status, new.category, new.priority, 1)]::ticket_count_change[]);
    return null;
  end if;

  if new.status = 'closed' and new.worker_id is not null then
    update worker_closed_counts set n = n + 1 where worker_id = new.worker_id;
    if not found then
      insert into worker_closed_counts as c (worker_id, n) values (new.worker_id, 1)
      on conflict (worker_id) do update set n = c.n + 1;
    end if;
  end if;

  if (old.status, old.category, old.priority) < (new.status, new.category, new.priority) then
    perform add_to_ticket_count(old.client_id, old.status, old.category, old.priority, -1);
    if changes_status then perform add_to_ticket_count(old.client_id, old.status, null, null, -1); end if;
    perform add_to_ticket_count(new.client_id, new.status, new.category, new.priority, 1);
    if changes_status then perform add_to_ticket_count(new.client_id, new.status, null, null, 1); end if;
  else
    perform add_to_ticket_count(new.client_id, new.status, new.category, new.priority, 1);
    if changes_status then perform add_to_ticket_count(new.client_id, new.status, null, null, 1); end if;
    perform add_to_ticket_count(old.client_id, old.status, old.category, old.priority, -1);
    if changes_status then perform add_to_ticket_count(old.client_id, old.status, null, null, -1); end if;
  end if;
  return null;
end $$;

create or replace trigger tickets_count_updated after update on tickets
  for each row when (
    (old.client_id, old.status, old.category, old.priority) is distinct from (new.client_id, new.status, new.category, new.priority)
    or old.status = 'closed' and old.worker_id is distinct from new.worker_id)
  execute function count_changed_ticket();

create or replace function count_tickets() returns trigger language plpgsql as $$
declare
  changes ticket_count_change[];
begin
  if tg_op = 'INSERT' then
    select array_agg(row(client_id, worker_id, status, category, priority, 1)::ticket_count_change) into changes from added;
  -- A project is deleted in batches within one transaction. Counting each batch would lock the counters of the client and
  -- its workers until the commit, so that transaction calls change_ticket_counts itself, right before the commit.
  elsif current_setting('callout.defer_ticket_counts', true) is distinct from 'on' then
    select array_agg(row(client_id, worker_id, status, category, priority, -1)::ticket_count_change) into changes from removed;
  end if;
  perform change_ticket_counts(changes);
  return null;
end $$;
