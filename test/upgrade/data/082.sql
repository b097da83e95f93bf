insert into workers_on_the_way (ticket_id, worker_id, at)
  select id, worker_id, '2026-01-10 09:00:00Z' from tickets where status in ('assigned', 'in_progress', 'rejected') order by id limit 1;
