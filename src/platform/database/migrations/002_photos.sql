-- Photos of tickets. The bytes lie in a storage (local files or S3), one object per key.

create table ticket_photos (
  id            integer generated always as identity primary key,
  ticket_id     integer not null constraint ticket_photos_ticket references tickets on delete cascade,
  -- 128 random bits in hex: never answered, never guessable.
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

-- Files that are to be removed at a moment. An upload announces its key here before it writes
-- a byte and takes the announcement back in the transaction that makes the row; a row that goes
-- leaves its key behind. So whatever crashes in between, no file is forgotten.
create table doomed_files (
  storage_key  text primary key,
  remove_after timestamptz(3) not null
);
create index doomed_files_due on doomed_files (remove_after);

-- Whichever way a photo goes (by itself, with its ticket, with its project), its file follows.
create function doom_files_of_photos() returns trigger language plpgsql as $$
begin
  insert into doomed_files (storage_key, remove_after) select storage_key, '-infinity' from removed;
  return null;
end $$;
create trigger ticket_photos_removed after delete on ticket_photos
  referencing old table as removed for each statement execute function doom_files_of_photos();
