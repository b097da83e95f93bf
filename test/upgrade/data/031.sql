insert into ticket_photos (ticket_id, storage_key, content_type, original_name, size_bytes, uploader_id, uploader_name, created_at)
  values (3, 'cccccccccccccccccccccccccccccccc', 'image/jpeg', 'efter.jpg', 4000, '00000000-0000-4000-8000-000000000003', 'Wanda', '2026-01-02 10:40:00Z');
insert into ticket_events
  (ticket_id, action, from_status, to_status, actor_id, actor_name, comment, created_at, photo_id, photo_sha256)
  select 3, 'photo_added', 'in_progress', 'in_progress', '00000000-0000-4000-8000-000000000003', 'Wanda', 'efter.jpg',
    '2026-01-02 10:40:00Z', id, sha256('efter') from ticket_photos where storage_key = 'cccccccccccccccccccccccccccccccc';
update tickets set updated_at = '2026-01-02 10:40:00Z' where id = 3;
