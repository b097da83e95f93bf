insert into ticket_comments (ticket_id, author_id, author_name, author_role, text, created_at)
values (3, '00000000-0000-4000-8000-000000000002', 'Anna', 'client', 'Which lamp is it?', '2026-01-02 10:40:00Z'),
  (3, null, 'Gone', 'worker', 'The one above the stairs', '2026-01-02 10:45:00Z');
