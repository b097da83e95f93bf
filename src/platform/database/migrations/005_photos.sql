-- Photos of tickets. Their files lie in a storage (local files or S3), one for each key.

create table ticket_photos (
  id            integer generated always as identity primary key,
  ticket_id     integer not null constraint ticket_photos_ticket references tickets on delete cascade,
  -- 128 random bits in hex, never part of a response.
  storage_key   text not null constraint ticket_photos_storage_key unique,
  content_type  text not null constraint ticket_photos_type check (content_type in ('image/jpeg', 'image/png', 'image/webp')),
  original_name text not null,
  size_bytes    integer not null constraint ticket_photos_size check (size_bytes > 0),
  uploader_id   uuid constraint ticket_photos_uploader references users on delete set null,
  uploader_name text not null,
  created_at    timestamptz(3) not null
);
create index ticket_photos_by_ticket on ticket_photos (ticket_id, id);
create index ticket_photos_by_uploader on ticket_photos (uploader_id) where uploader_id is not null;

-- Files to be deleted from the storage. An upload registers its key here before it writes the file, and the transaction that
-- inserts the photo removes it again. So no file is left behind, wherever a crash happens.
create table pending_file_deletions (
  storage_key   text primary key,
  delete_after  timestamptz(3) not null,
  attempts      integer not null default 0,
  failing_since timestamptz(3)
);
create index pending_file_deletions_due on pending_file_deletions (delete_after);

-- The files of deleted photos, also of those that are deleted with their ticket or project.
create function schedule_file_deletions() returns trigger language plpgsql as $$
begin
  insert into pending_file_deletions (storage_key, delete_after) select storage_key, '-infinity' from removed;
  return null;
end $$;
create trigger ticket_photos_deleted after delete on ticket_photos
  referencing old table as removed for each statement execute function schedule_file_deletions();
