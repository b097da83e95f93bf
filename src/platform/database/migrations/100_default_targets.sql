-- Targets of all projects of a client, which a project replaces with its own.

create table default_targets (
  client_id     uuid primary key constraint default_targets_client references users on delete cascade,
  -- as in project_targets
  timezone      text not null,
  working_hours jsonb,
  holidays      jsonb not null,
  take_within   jsonb not null,
  finish_within jsonb not null,
  has_targets   boolean not null,
  changed_at    timestamptz(3) not null
);

-- The row is a copy of the defaults of the client, so that deadlines are calculated from one table.
alter table project_targets add column is_default boolean not null default false;

-- A new project begins with the defaults. Whoever changes them locks the account first, for which the foreign key of a new project waits.
create function give_default_targets() returns trigger language plpgsql as $$
begin
  insert into project_targets (project_id, timezone, working_hours, holidays, take_within, finish_within, has_targets, version,
    changed_at, is_default)
  select new.id, timezone, working_hours, holidays, take_within, finish_within, has_targets, 1, changed_at, true
  from default_targets where client_id = new.client_id;
  return null;
end $$;

create trigger projects_give_default_targets after insert on projects
  for each row execute function give_default_targets();
