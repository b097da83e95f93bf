-- Which tickets changed, for programs that keep a copy of them (src/product/changes). A row has the transaction that changed the ticket
-- last, not a time or a number of a sequence: those are taken before the commit, so a reader that has seen a later one would miss what
-- commits after it. A cursor is the snapshot of a reader, and finds the rows whose transaction that snapshot does not contain.

create table ticket_changes (
  -- No reference to the ticket: the row of a deleted one says that it is gone.
  ticket_id  integer primary key,
  client_id  uuid not null,
  xid        xid8 not null,
  -- The last one that changed something which its client sees; null: there was none since changes are recorded.
  client_xid xid8
) with (autovacuum_vacuum_scale_factor = 0.05);
create index ticket_changes_by_xid on ticket_changes (xid, ticket_id);
create index ticket_changes_by_client on ticket_changes (client_id, client_xid, ticket_id);

-- Of this database: a cursor of another one, of which this is a copy, has transactions that mean something else here.
create table change_epochs (epoch uuid primary key default gen_random_uuid());
insert into change_epochs default values;

-- All transactions before `xid` had ended at that time.
create table change_horizons (at timestamptz(3) primary key, xid xid8 not null);

-- Whose tickets have another name in them, which a job marks as changed in batches: there may be too many for the transaction of the
-- change. The job goes on behind the ticket (created_at, id).
create table changed_scopes (
  scope            text not null constraint changed_scopes_scope check (scope in ('project', 'object', 'client', 'worker')),
  id               text not null,
  after_created_at timestamptz(3) not null default '-infinity',
  after_id         integer not null default 0,
  constraint changed_scopes_pkey primary key (scope, id)
);

-- Rows are locked in the order of tickets.
create function record_inserted_tickets() returns trigger language plpgsql as $$
begin
  insert into ticket_changes (ticket_id, client_id, xid, client_xid)
  select id, client_id, pg_current_xact_id(), pg_current_xact_id() from added order by id;
  return null;
end $$;

create function record_updated_tickets() returns trigger language plpgsql as $$
begin
  insert into ticket_changes as c (ticket_id, client_id, xid, client_xid)
  select added.id, added.client_id, pg_current_xact_id(), pg_current_xact_id() from added join removed on removed.id = added.id
  where added.reminded_at is not distinct from removed.reminded_at -- which nobody sees
  order by added.id
  on conflict (ticket_id) do update set xid = excluded.xid, client_xid = excluded.client_xid
  where c.client_xid is distinct from excluded.client_xid or c.xid <> excluded.xid;
  return null;
end $$;

create function record_deleted_tickets() returns trigger language plpgsql as $$
begin
  insert into ticket_changes as c (ticket_id, client_id, xid, client_xid)
  select id, client_id, pg_current_xact_id(), pg_current_xact_id() from removed order by id
  on conflict (ticket_id) do update set xid = excluded.xid, client_xid = excluded.client_xid
  where c.client_xid is distinct from excluded.client_xid or c.xid <> excluded.xid;
  return null;
end $$;

-- For tables with the column ticket_id, whose rows fields of tickets show. A ticket that is deleted with them is recorded by itself.
create function record_tickets_of_rows() returns trigger language plpgsql as $$
begin
  insert into ticket_changes as c (ticket_id, client_id, xid, client_xid)
  select id, client_id, pg_current_xact_id(), pg_current_xact_id()
  from tickets where id in (select ticket_id from changed) order by id
  on conflict (ticket_id) do update set xid = excluded.xid, client_xid = excluded.client_xid
  where c.client_xid is distinct from excluded.client_xid or c.xid <> excluded.xid;
  return null;
end $$;

-- A client does not hear of internal comments and their attachments.
create function record_tickets_of_messages() returns trigger language plpgsql as $$
begin
  insert into ticket_changes as c (ticket_id, client_id, xid, client_xid)
  select t.id, t.client_id, pg_current_xact_id(), case when bool_and(changed.is_internal) then null else pg_current_xact_id() end
  from changed join tickets as t on t.id = changed.ticket_id group by t.id order by t.id
  on conflict (ticket_id) do update set xid = excluded.xid, client_xid = coalesce(excluded.client_xid, c.client_xid)
  where c.client_xid is distinct from coalesce(excluded.client_xid, c.client_xid) or c.xid <> excluded.xid;
  return null;
end $$;

create trigger tickets_changed_inserted after insert on tickets
  referencing new table as added for each statement execute function record_inserted_tickets();
create trigger tickets_changed_updated after update on tickets
  referencing new table as added old table as removed for each statement execute function record_updated_tickets();
create trigger tickets_changed_deleted after delete on tickets
  referencing old table as removed for each statement execute function record_deleted_tickets();

-- Photos update their ticket, and deadlines are calculated from it and its holds.
create trigger ticket_comments_changed_inserted after insert on ticket_comments
  referencing new table as changed for each statement execute function record_tickets_of_messages();
create trigger ticket_attachments_changed_inserted after insert on ticket_attachments
  referencing new table as changed for each statement execute function record_tickets_of_messages();
create trigger ticket_tags_changed_inserted after insert on ticket_tags
  referencing new table as changed for each statement execute function record_tickets_of_rows();
create trigger ticket_tags_changed_updated after update on ticket_tags
  referencing new table as changed for each statement execute function record_tickets_of_rows();
create trigger ticket_tags_changed_deleted after delete on ticket_tags
  referencing old table as changed for each statement execute function record_tickets_of_rows();
create trigger ticket_holds_changed_inserted after insert on ticket_holds
  referencing new table as changed for each statement execute function record_tickets_of_rows();
create trigger ticket_holds_changed_updated after update on ticket_holds
  referencing new table as changed for each statement execute function record_tickets_of_rows();
create trigger ticket_appointments_changed_inserted after insert on ticket_appointments
  referencing new table as changed for each statement execute function record_tickets_of_rows();
create trigger ticket_appointments_changed_updated after update on ticket_appointments
  referencing new table as changed for each statement execute function record_tickets_of_rows();
create trigger ticket_hand_backs_changed_inserted after insert on ticket_hand_backs
  referencing new table as changed for each statement execute function record_tickets_of_rows();
create trigger ticket_hand_backs_changed_updated after update on ticket_hand_backs
  referencing new table as changed for each statement execute function record_tickets_of_rows();

create function record_changed_scope(of_scope text, of_id text) returns void language sql as $$
  insert into changed_scopes (scope, id) values (of_scope, of_id)
  on conflict (scope, id) do update set after_created_at = excluded.after_created_at, after_id = excluded.after_id
$$;

create function record_renamed() returns trigger language plpgsql as $$
begin
  case tg_table_name
    when 'projects' then perform record_changed_scope('project', new.id::text);
    when 'objects' then perform record_changed_scope('object', new.id::text);
    else
      -- An account has tickets by one of the two.
      perform record_changed_scope(scope, new.id::text) from (values ('client'), ('worker')) as scopes (scope);
  end case;
  return null;
end $$;

create trigger projects_changed_name after update of name on projects
  for each row when (old.name <> new.name) execute function record_renamed();
create trigger objects_changed_name after update of name on objects
  for each row when (old.name <> new.name) execute function record_renamed();
create trigger users_changed_name after update of name on users
  for each row when (old.name <> new.name) execute function record_renamed();

-- Targets decide the deadlines of all tickets of a project.
create function record_changed_targets() returns trigger language plpgsql as $$
begin
  perform record_changed_scope('project', coalesce(new.project_id, old.project_id)::text);
  return null;
end $$;
create trigger project_targets_changed after insert or delete on project_targets
  for each row execute function record_changed_targets();
create trigger project_targets_changed_version after update of version on project_targets
  for each row when (old.version <> new.version) execute function record_changed_targets();
