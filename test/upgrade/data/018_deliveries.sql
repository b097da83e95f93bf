insert into deliveries (queue, payload, created_at, attempts, last_error) values
  ('messages', '{"kind": "rule_ticket", "ticket_id": 1}', '2026-03-01T08:00:00Z', 2, 'the messenger is away'),
  ('mails', '{"kind": "password_reset", "email_key": "anna@example.com"}', '2026-03-01T09:00:00Z', 0, null);
