insert into object_notes (object_id, text, updated_at) values (1, 'Key at the porter', '2026-03-01 08:00:00Z');
