-- Comments that people write and read who have reported a problem without an account.

alter table ticket_comments
  -- Those who reported the ticket read it.
  add column to_reporter boolean not null default false,
  -- The reporter of this report has written it; author_role says nothing then, because the release before knows those of accounts only. Without a
  -- foreign key: both are deleted with their ticket, and a key would need an index.
  add column report_id   uuid,
  add constraint ticket_comments_of_reporter check (report_id is null or author_id is null) not valid,
  add constraint ticket_comments_one_audience check (not (to_reporter and is_internal)) not valid;
