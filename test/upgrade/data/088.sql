update portal_reports set email = 'eve@example.com', email_language = 'de', mail_key = '00000000-0000-4000-8000-000000000088',
  email_confirmed_at = '2026-01-03 09:30:00Z' where id = '00000000-0000-4000-8000-000000000043';
