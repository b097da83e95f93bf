-- What the managers of an object tell the people in it, and the workers who come, for some time.

create table announcements (
  id         integer generated always as identity primary key,
  object_id  integer not null constraint announcements_object references objects on delete cascade,
  text       text not null,
  from_at    timestamptz(3) not null,
  -- Excluded.
  to_at      timestamptz(3) not null,
  created_at timestamptz(3) not null,
  constraint announcements_order check (to_at > from_at)
);
create index announcements_by_object on announcements (object_id, to_at, id);
