insert into report_ratings (report_id, rating, text, created_at)
values ('00000000-0000-4000-8000-000000000043', 5, 'Quick', '2026-01-04 08:00:00Z');
insert into report_rating_stats (project_id, object_id, worker_id, had_worker, rating, at)
  select project_id, object_id, worker_id, worker_id is not null, 5, '2026-01-04 08:00:00Z' from tickets where id = 3;
