update users set messenger_target = '@tower_group', messenger_refused_at = '2026-01-05 00:00:00Z' where role = 'client';
update tickets set reminded_at = '2026-01-03 08:00:00Z' where status = 'new';
update doomed_files set attempts = 3, failing_since = '2026-01-05 00:00:00Z';
