insert into portal_reports (id, object_id, client_id, text, floor, contact, created_at)
  values
  ('00000000-0000-4000-8000-000000000091', null, '00000000-0000-4000-8000-000000000002', 'The heating is cold', '', 'Anna <anna@example.com>', '2026-01-03 09:00:00Z'),
  ('00000000-0000-4000-8000-000000000092', null, null, 'Who repairs this?', '', 'eve@example.com', '2026-01-03 09:00:00Z');
