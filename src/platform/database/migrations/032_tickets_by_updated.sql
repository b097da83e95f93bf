-- no transaction
-- Lists in the order of the last change.
create index concurrently if not exists tickets_by_updated on tickets (coalesce(updated_at, created_at), id);
