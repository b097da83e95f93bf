-- What stands in an object and is maintained, such as a lift or a boiler, and which of it a ticket is about.

create table equipment (
  id             integer generated always as identity primary key,
  object_id      integer not null constraint equipment_object references objects on delete cascade,
  name           text not null,
  kind           text not null,
  location       text not null,
  manufacturer   text not null,
  model          text not null,
  serial         text not null,
  installed_on   date,
  warranty_until date,
  notes          text not null,
  is_active      boolean not null default true,
  created_at     timestamptz(3) not null,
  constraint equipment_name unique (object_id, name),
  -- Documents, reports and patterns refer to both, so that they are of the same object.
  constraint equipment_of_object unique (id, object_id)
);

create table ticket_equipment (
  ticket_id    integer primary key constraint ticket_equipment_ticket references tickets on delete cascade,
  equipment_id integer not null constraint ticket_equipment_equipment references equipment
);
create index ticket_equipment_by_equipment on ticket_equipment (equipment_id, ticket_id);

-- Public pages of equipment, as object_portals are those of objects. A table of its own: the release before takes each row of
-- object_portals for the only one of its object.
create table equipment_portals (
  -- Its secret is encrypted for this id, which changes with the secret.
  id           uuid primary key,
  equipment_id integer not null constraint equipment_portals_one_for_equipment unique
                 constraint equipment_portals_equipment references equipment on delete cascade,
  token_hash   bytea not null constraint equipment_portals_token_hash unique,
  token_secret bytea not null,
  created_at   timestamptz(3) not null
);

alter table portal_reports add column equipment_id integer
  constraint portal_reports_equipment references equipment on delete set null;
create index portal_reports_by_equipment on portal_reports (equipment_id) where equipment_id is not null;

-- The tickets of a rule with a pattern are about this equipment.
alter table recurring_patterns add column equipment_id integer
  constraint recurring_patterns_equipment references equipment on delete set null;
create index recurring_patterns_by_equipment on recurring_patterns (equipment_id) where equipment_id is not null;
