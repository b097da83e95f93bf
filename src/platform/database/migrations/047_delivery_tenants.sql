-- The tenant that caused a delivery: a client with the accounts that it created, or another account; all ones: nobody, as in all rows
-- of the release before. Claims take turns by tenant, and the index finds the oldest row of each in one step. deliveries_due stays for
-- the release before, which claims by it.

alter table deliveries add column tenant uuid not null default 'ffffffff-ffff-ffff-ffff-ffffffffffff';
create index deliveries_by_tenant on deliveries (queue, tenant, due_at, id);

-- The same for objects whose tickets wait for the search index: a project with many tickets and another name must not keep the tickets
-- of other tenants from being found by theirs.
alter table ticket_search_stale add column tenant uuid not null default 'ffffffff-ffff-ffff-ffff-ffffffffffff';
create index ticket_search_stale_by_tenant on ticket_search_stale (tenant, due_at);

create or replace function index_renamed() returns trigger language plpgsql as $$
begin
  insert into ticket_search_stale as stale (object_id, tenant, due_at, settled_at)
  select o.id, p.client_id, now(), now() + interval '90 s' from objects as o join projects as p on p.id = o.project_id
  where case tg_table_name when 'objects' then o.id = new.id else o.project_id = new.id end
  order by o.id
  on conflict (object_id) do update
    set after_ticket = 0, tenant = excluded.tenant, due_at = excluded.due_at, settled_at = excluded.settled_at;
  return null;
end $$;

-- Indexes a batch of the tickets of one object that waits, of any tenant by lot. null: none waits, or others are at those that do.
create or replace function index_stale_tickets(batch integer) returns integer language plpgsql as $$
declare
  stale ticket_search_stale;
  ids integer[];
begin
  with recursive oldest (tenant, due_at) as (
    (select s.tenant, s.due_at from ticket_search_stale as s order by s.tenant, s.due_at limit 1)
    union all
    select next.tenant, next.due_at from oldest cross join lateral (
      select s.tenant, s.due_at from ticket_search_stale as s where s.tenant > oldest.tenant order by s.tenant, s.due_at limit 1
    ) as next
  ), turn as (
    select oldest.tenant from oldest where oldest.due_at <= now() order by random()
  )
  select claimed.* into stale from turn cross join lateral (
    select * from ticket_search_stale as s where s.tenant = turn.tenant and s.due_at <= now()
    order by s.due_at limit 1 for no key update skip locked
  ) as claimed limit 1;
  if not found then return null; end if;
  select coalesce(array_agg(id), '{}') into ids from (
    select id from tickets where object_id = stale.object_id and id > stale.after_ticket order by id limit batch
  ) as found;
  perform index_ticket(id) from unnest(ids) as id;
  if cardinality(ids) = batch then
    update ticket_search_stale set after_ticket = ids[batch] where object_id = stale.object_id;
  elsif stale.settled_at <= now() then
    delete from ticket_search_stale where object_id = stale.object_id;
  else
    update ticket_search_stale set after_ticket = 0, due_at = settled_at where object_id = stale.object_id;
  end if;
  return cardinality(ids);
end $$;
