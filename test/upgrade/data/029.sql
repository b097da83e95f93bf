insert into saved_views (owner_id, name, query, created_at)
  select id, 'Urgent', '{"priority": "high"}', '2026-03-01 08:00:00Z' from users order by email limit 1;
insert into saved_views (owner_id, name, query, created_at) values (null, 'New', '{"status": "new"}', '2026-03-01 08:00:00Z');
