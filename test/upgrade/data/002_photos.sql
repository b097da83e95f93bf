insert into ticket_photos (ticket_id, storage_key, content_type, original_name, size_bytes, uploader_id, uploader_name, created_at)
  values (3, '0123456789abcdef0123456789abcdef', 'image/png', 'före.png', 1000, '00000000-0000-4000-8000-000000000003', 'Wanda', '2026-01-02 10:30:00Z');
insert into ticket_events (ticket_id, action, from_status, to_status, actor_id, actor_name, comment, created_at)
  values (3, 'photo_added', 'in_progress', 'in_progress', '00000000-0000-4000-8000-000000000003', 'Wanda', 'före.png', '2026-01-02 10:30:00Z');
insert into doomed_files (storage_key, remove_after) values ('ffffffffffffffffffffffffffffffff', '-infinity');
