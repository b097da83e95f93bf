-- The keys of what reporters write on the page of a report: a message that is sent again makes no second comment.

create table report_message_keys (
  report_id  uuid not null constraint report_message_keys_report references portal_reports on delete cascade,
  -- SHA-256 of the key and of the text.
  key_hash   bytea not null,
  text_hash  bytea not null,
  -- Of the comment.
  created_at timestamptz(3) not null,
  constraint report_message_keys_once primary key (report_id, key_hash)
);
