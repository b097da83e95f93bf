-- A report that came by mail may have no object until it is accepted: it is one of a client, or, without one, one that admins see.
alter table portal_reports
  alter column object_id drop not null,
  add column client_id uuid constraint portal_reports_client references users on delete cascade,
  add constraint portal_reports_ticket_has_object check (ticket_id is null or object_id is not null) not valid;
create index portal_reports_by_client on portal_reports (client_id, created_at, id) where client_id is not null;
