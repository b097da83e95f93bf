insert into intake_messages (mailbox, uid_validity, uid, from_address, subject, reason, at)
  values
  ('callout@mail.example.com/INBOX', 1772000000, 7, 'eve@example.com', '', null, '2026-01-03 09:00:00Z'),
  ('callout@mail.example.com/INBOX', 1772000000, 8, 'eve@example.com', 'Out of office', 'automatic', '2026-01-03 09:00:00Z');
