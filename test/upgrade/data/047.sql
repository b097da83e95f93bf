insert into deliveries (queue, payload, tenant, created_at) values
  ('mails', '{"kind": "password_changed", "user_id": "00000000-0000-4000-8000-000000000003"}', '00000000-0000-4000-8000-000000000002', '2026-03-01T09:00:00Z');
