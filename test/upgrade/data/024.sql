insert into project_targets (project_id, timezone, working_hours, holidays, take_within, finish_within, has_targets, version, changed_at, applied)
  values (1, 'Europe/Berlin', '{"mon": ["08:00", "17:00"], "fri": ["22:00", "06:00"]}', '["2026-12-25"]', '{"high": 60}', '{"high": 480}', true, 2, '2026-01-01 12:00:00Z', 2),
    (2, 'UTC', null, '[]', '{}', '{}', false, 1, '2026-01-01 12:00:00Z', 0);
insert into ticket_deadlines (ticket_id, status, targets_version, deadlines, due_at, notified_steps, next_step_at)
  values (1, 'new', 2, '{"take": {"soonAt": "2026-01-05T07:45:00.000Z", "by": "2026-01-05T08:00:00.000Z", "stoppedAt": null, "isOver": false},
      "finish": {"soonAt": "2026-01-05T13:00:00.000Z", "by": "2026-01-05T15:00:00.000Z", "stoppedAt": null, "isOver": false}}',
      '2026-01-05 08:00:00Z', '{take_soon,take_overdue}', '2026-01-05 13:00:00Z'),
    (6, 'closed', 2, '{"take": {"soonAt": "2026-01-05T07:45:00.000Z", "by": "2026-01-05T08:00:00.000Z", "stoppedAt": "2026-01-02T09:00:00.000Z", "isOver": true},
      "finish": {"soonAt": "2026-01-05T13:00:00.000Z", "by": "2026-01-05T15:00:00.000Z", "stoppedAt": "2026-01-02T11:00:00.000Z", "isOver": true}}',
      null, '{}', null);
