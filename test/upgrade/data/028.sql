insert into ticket_stats (event_id, action, at, project_id, object_id, category, worker_id, had_worker, seconds, deadline_met)
  values (1000001, 'created', '2025-06-01 08:00:00Z', 1, 1, 'electric', null, false, null, null),
    (1000002, 'assigned', '2025-06-01 09:00:00Z', 1, 1, 'electric', '00000000-0000-4000-8000-000000000003', true, 3600, null),
    (1000003, 'confirmed', '2025-06-02 09:00:00Z', 1, 999, 'electric', null, true, 7200, false);
