-- no transaction
-- What GET /ext/activity reads in the order of time: of all, of somebody, and of the actions that may be so rare that it would read all
-- others to find a page.
create index concurrently if not exists ticket_events_by_time on ticket_events (created_at, id);
create index concurrently if not exists ticket_events_rare on ticket_events (action, created_at, id)
  where action in ('rejected', 'canceled', 'photo_added', 'photo_removed');
create index concurrently if not exists ticket_comments_by_time on ticket_comments (created_at, id);
-- Deleting an account finds its rows with these, too, so those before them are dropped.
create index concurrently if not exists ticket_events_of_actor on ticket_events (actor_id, created_at, id) where actor_id is not null;
create index concurrently if not exists ticket_comments_of_author on ticket_comments (author_id, created_at, id)
  where author_id is not null;
drop index concurrently if exists ticket_events_by_actor;
drop index concurrently if exists ticket_comments_by_author;
