-- Defects that the worker of a ticket found beside the work: reports of somebody with an account.

alter table portal_reports
  add column reported_by uuid constraint portal_reports_reported_by references users on delete set null,
  -- The name at that time, which stays when the account is deleted. Empty: somebody without an account.
  add column reported_by_name text not null default '',
  -- The ticket during whose work it was found; null: of nobody with an account, or the ticket was deleted.
  add column from_ticket_id integer constraint portal_reports_from_ticket references tickets on delete set null;
create index portal_reports_by_reporter on portal_reports (reported_by) where reported_by is not null;
create index portal_reports_by_from_ticket on portal_reports (from_ticket_id, created_at, id) where from_ticket_id is not null;
