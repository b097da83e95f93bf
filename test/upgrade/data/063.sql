insert into recurring_patterns (rule_id, rrule, starts_on, local_time, timezone, lead_days, has_worker, worker_id, set_at)
  select id, 'FREQ=MONTHLY;BYMONTHDAY=-1', '2026-03-01', '08:00', 'Europe/Berlin', 3, true, null, '2026-03-01T08:00:00Z'
  from recurring_rules order by id limit 1;
