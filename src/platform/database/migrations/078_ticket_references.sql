-- no transaction
-- By the reference first, so that an admin, who sees the tickets of all clients, finds one as well.
create unique index concurrently if not exists tickets_reference on tickets (reference, client_id) where reference is not null;
