insert into object_portals (id, object_id, token_hash, token_secret, created_at)
  values ('00000000-0000-4000-8000-000000000041', 1, sha256('token'), '\x00746f6b656e', '2026-01-03 08:00:00Z');
insert into portal_reports
  (id, object_id, status, text, category, floor, contact, ticket_id, reason, decided_by, decided_by_name, decided_at, created_at)
  values
  ('00000000-0000-4000-8000-000000000042', 1, 'open', 'No light', null, '', 'Eve', null, '', null, '', null, '2026-01-03 09:00:00Z'),
  ('00000000-0000-4000-8000-000000000043', 1, 'accepted', 'No light', 'electric', '3', '', 3, '', '00000000-0000-4000-8000-000000000002', 'Anna', '2026-01-03 10:00:00Z', '2026-01-03 09:00:00Z'),
  ('00000000-0000-4000-8000-000000000044', 1, 'dismissed', 'No light', null, '', '', null, 'It works', null, 'Gone', '2026-01-03 10:00:00Z', '2026-01-03 09:00:00Z');
insert into portal_report_photos (report_id, storage_key, content_type, original_name, size_bytes, created_at)
  values ('00000000-0000-4000-8000-000000000042', 'dddddddddddddddddddddddddddddddd', 'image/jpeg', 'hall.jpg', 2000, '2026-01-03 09:00:00Z');
