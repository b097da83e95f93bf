insert into default_targets (client_id, timezone, working_hours, holidays, take_within, finish_within, has_targets, changed_at)
  select id, 'Europe/Berlin', '{"mon": ["08:00", "17:00"]}', '["2026-12-25"]', '{"high": 60}', '{}', true, '2026-03-02T08:00:00Z'
  from users where role = 'client' order by created_at, id limit 1;
