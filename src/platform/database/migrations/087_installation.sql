-- By its id an installation recognizes itself at an address. Its row is locked while settings are changed.

create table installation (
  id      uuid primary key default gen_random_uuid(),
  is_only boolean not null default true constraint installation_only unique constraint installation_is_only check (is_only)
);
insert into installation default values;
