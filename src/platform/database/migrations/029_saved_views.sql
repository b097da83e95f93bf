-- Saved filters of the ticket list. Shared ones belong to no account, so they stay when whoever shared them is deleted.
create table saved_views (
  id         integer generated always as identity primary key,
  owner_id   uuid constraint saved_views_owner references users on delete cascade,
  name       text not null,
  query      jsonb not null,
  created_at timestamptz(3) not null,
  constraint saved_views_name unique nulls not distinct (owner_id, name)
);
