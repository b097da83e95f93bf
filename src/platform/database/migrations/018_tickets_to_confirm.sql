-- no transaction
-- Tickets that wait for their client.
create index concurrently if not exists tickets_to_confirm on tickets (done_at) where status = 'done';
