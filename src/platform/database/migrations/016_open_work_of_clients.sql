-- With the client in the index, the workload of a project is counted for a client without reading the tickets.
drop index tickets_in_work;
create index tickets_in_work on tickets (worker_id, status) include (client_id) where status not in ('new', 'closed');
