-- Pictures that the client, the worker or an admin adds to a ticket, with the report or with a comment.

create table ticket_attachments (
  id            integer generated always as identity primary key,
  ticket_id     integer not null constraint ticket_attachments_ticket references tickets on delete cascade,
  kind          text not null constraint ticket_attachments_kind check (kind in ('report', 'comment')),
  -- The comment that it came with, if any.
  comment_id    integer,
  -- 128 random bits in hex, never part of a response.
  storage_key   text not null constraint ticket_attachments_storage_key unique,
  content_type  text not null constraint ticket_attachments_type check (content_type in ('image/jpeg', 'image/png', 'image/webp')),
  original_name text not null,
  size_bytes    integer not null constraint ticket_attachments_size check (size_bytes > 0),
  author_id     uuid constraint ticket_attachments_author references users on delete set null,
  -- The name at that time, which stays when the account is deleted.
  author_name   text not null,
  created_at    timestamptz(3) not null,
  -- Deleting an account sets the author of both to null.
  constraint ticket_attachments_comment foreign key (comment_id, ticket_id, author_id)
    references ticket_comments (id, ticket_id, author_id) on update cascade on delete cascade,
  constraint ticket_attachments_report_has_no_comment check (comment_id is null or kind = 'comment')
);
create index ticket_attachments_by_ticket on ticket_attachments (ticket_id, id);
create index ticket_attachments_by_comment on ticket_attachments (comment_id) where comment_id is not null;
create index ticket_attachments_by_author on ticket_attachments (author_id) where author_id is not null;

create trigger ticket_attachments_deleted after delete on ticket_attachments
  referencing old table as removed for each statement execute function schedule_file_deletions();

-- All files that the storage must have: for backups, the search for orphans, and small versions.
create view stored_files as
  select 'photo' as kind, id, storage_key, size_bytes, created_at from ticket_photos
  union all
  select 'attachment', id, storage_key, size_bytes, created_at from ticket_attachments;
