insert into ticket_stats_weeks (week) values ('2025-05-26 00:00:00Z'), ('2025-06-02 00:00:00Z');
insert into ticket_stats_late (week) values ('2025-05-26 00:00:00Z');
insert into ticket_stats_sums (week, kind, category, worker_id, created, closed, canceled, reworked, met, missed, take, finish)
  values ('2025-05-26 00:00:00Z', 11, 'electric', null, 1, 0, 0, 0, 0, 0, '{60}', null),
    ('2025-05-26 00:00:00Z', 14, null, '00000000-0000-4000-8000-000000000003', 0, 1, 0, 0, 0, 1, null, '{120,180}');
