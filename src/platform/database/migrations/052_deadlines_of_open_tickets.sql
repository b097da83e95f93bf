-- no transaction
-- Lists of clients and workers in the order of deadlines look up the deadline of each of their open tickets.
create index concurrently if not exists deadlines_of_open_tickets on ticket_deadlines (ticket_id, due_at) where due_at is not null;
