-- How to get into an object: what its client wants workers to know.
create table object_notes (
  object_id  integer primary key constraint object_notes_object references objects on delete cascade,
  text       text not null,
  updated_at timestamptz(3) not null
);
