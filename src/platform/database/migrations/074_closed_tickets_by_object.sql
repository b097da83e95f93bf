-- no transaction
-- How many tickets of an object are open, which have no closed_at, and when the last one was closed.
create index concurrently if not exists tickets_by_object_closed on tickets (object_id, closed_at) include (id);
