insert into ticket_hand_backs (ticket_id, worker_id, worker_name, reason, created_at)
  select id, worker_id, 'Wanda', 'I have no key', '2026-01-10 09:00:00Z' from tickets where status in ('assigned', 'rejected') order by id limit 1;
insert into worker_absences (worker_id, from_date, to_date, note)
  values ('00000000-0000-4000-8000-000000000003', '2026-02-02', '2026-02-13', 'Holiday');
