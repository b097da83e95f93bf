insert into deliveries (queue, payload, created_at, attempts, lease) values
  ('mails', '{"kind": "password_changed", "user_id": "00000000-0000-4000-8000-000000000003"}', '2026-03-01T09:00:00Z', 1, '6f1c2a34-0000-4000-8000-000000000068');
