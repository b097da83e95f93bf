-- What other systems call tickets and objects, unique for each client.

-- Without a check of the rows that exist, which have none: it would keep writers out while it reads all tickets.
alter table tickets add column reference text;
alter table tickets add constraint tickets_reference_length check (char_length(reference) between 1 and 100) not valid;

alter table objects
  add column reference text constraint objects_reference_length check (char_length(reference) between 1 and 100),
  -- Of the project, beside a reference only: a unique index needs it in the same table.
  add column reference_client_id uuid,
  add constraint objects_reference_owner foreign key (project_id, reference_client_id) references projects (id, client_id),
  add constraint objects_reference_has_owner check ((reference is null) = (reference_client_id is null));
create unique index objects_reference on objects (reference, reference_client_id) where reference is not null;
