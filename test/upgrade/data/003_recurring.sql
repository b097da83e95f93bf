insert into recurring_rules (project_id, object_id, client_id, address, category, priority, description, anchor_at, period_days, last_run_at, next_run_at, created_by, created_by_name, created_at)
  values (1, 1, '00000000-0000-4000-8000-000000000002', '1 Hill Street', 'other', 'low', 'Sweep the stairs', '2026-01-01 06:00:00Z', 7, '2026-01-08 06:00:00Z', '2099-01-01 06:00:00Z', '00000000-0000-4000-8000-000000000002', 'Anna', '2026-01-01 05:00:00Z');
insert into tickets (category, priority, description, address, project_id, object_id, client_id, created_at, rule_id)
  values ('other', 'low', 'Sweep the stairs', '1 Hill Street', 1, 1, '00000000-0000-4000-8000-000000000002', '2026-01-08 06:00:00Z', 1);
insert into ticket_events (ticket_id, action, from_status, to_status, actor_id, actor_name, created_at)
  select id, 'created', null, 'new', client_id, 'Anna', created_at from tickets where rule_id = 1;
insert into recurring_runs (rule_id, run_at, ticket_id, address, category)
  select 1, created_at, id, address, category from tickets where rule_id = 1;
