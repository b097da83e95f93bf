-- Retention looks for the tickets that were closed longest ago.
create index tickets_closed on tickets (closed_at) where status = 'closed';
