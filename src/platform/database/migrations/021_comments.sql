-- Comments on tickets: never changed, and deleted with their ticket only.

create table ticket_comments (
  id          integer generated always as identity primary key,
  ticket_id   integer not null constraint ticket_comments_ticket references tickets on delete cascade,
  author_id   uuid constraint ticket_comments_author references users on delete set null,
  -- As they were at that time; they stay when the account is deleted.
  author_name text not null,
  author_role user_role not null,
  text        text not null constraint ticket_comments_text check (char_length(text) between 1 and 4000),
  created_at  timestamptz(3) not null,
  -- For pictures, which belong to a comment of the same ticket and author.
  constraint ticket_comments_place unique (id, ticket_id, author_id)
);
create index ticket_comments_by_ticket on ticket_comments (ticket_id, id);
create index ticket_comments_by_author on ticket_comments (author_id) where author_id is not null;
