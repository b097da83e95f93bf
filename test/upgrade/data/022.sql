insert into ticket_attachments
  (ticket_id, kind, storage_key, content_type, original_name, size_bytes, author_id, author_name, created_at)
  values
  (3, 'report', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'image/webp', 'leak.webp', 2000, '00000000-0000-4000-8000-000000000002', 'Anna', '2026-01-02 10:00:00Z'),
  (3, 'comment', 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', 'image/jpeg', 'door.jpg', 3000, null, 'Gone', '2026-01-02 10:10:00Z');
