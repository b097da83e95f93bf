insert into report_message_keys (report_id, key_hash, text_hash, created_at)
values ('00000000-0000-4000-8000-000000000043', sha256('form 7'), sha256('It is the lamp on the left'), '2026-01-03 11:00:00Z');
